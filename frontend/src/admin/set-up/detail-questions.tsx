import { useDarkTheme } from '../../ui/use-dark-theme';
import { PublicationSample } from './publication-sample';
import type { QuestionProps } from './question-form';
import { SettingFields, SettingQuestion } from './setting-form';

/** What the publication is called, seen at once at the top of a page. */
export function NameQuestion(props: QuestionProps) {
  const isDark = useDarkTheme();
  return (
    <SettingQuestion
      {...props}
      fields={(form, saved) => (
        <SettingFields
          keys={['site.brand', 'site.tagline', 'site.language', 'site.time_zone']}
          form={form}
          saved={saved}
        />
      )}
      sample={(form) => <PublicationSample form={form} themes={[isDark ? 'dark' : 'light']} />}
    />
  );
}

export function ContactQuestion(props: QuestionProps) {
  return (
    <SettingQuestion
      {...props}
      fields={(form, saved) => (
        <SettingFields
          keys={['site.contact_email', 'site.contact_phone', 'site.postal_address']}
          form={form}
          saved={saved}
        />
      )}
    />
  );
}

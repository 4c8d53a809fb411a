import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SettingsState, SettingValue } from '../../api/types';
import { settingsQuery } from '../calls/settings';
import { ErrorLine } from '../screen/error-line';
import { SettingField } from '../settings-form/setting-field';
import { settingField } from '../settings-form/setting-fields';
import { useSettingsForm } from '../settings-form/use-settings-form';
import { QuestionForm, type QuestionProps } from './question-form';

export type SettingForm = ReturnType<typeof useSettingsForm>;

type SettingQuestionProps = QuestionProps & {
  fields: (form: SettingForm, saved: SettingsState) => ReactNode;
  sample?: (form: SettingForm) => ReactNode;
};

/** A question whose answer is settings. What is typed stays in this tab until it is saved. */
export function SettingQuestion(props: SettingQuestionProps) {
  const { data, isError, refetch } = useQuery(settingsQuery);
  if (data) return <LoadedQuestion {...props} saved={data} />;
  if (isError) return <ErrorLine onRetry={() => refetch()}>The settings could not be loaded.</ErrorLine>;
  return <p className="pt-10 text-ink-2">One moment…</p>;
}

function LoadedQuestion({ fields, sample, saved, ...question }: SettingQuestionProps & { saved: SettingsState }) {
  const form = useSettingsForm(saved, { keptAs: `set-up-${question.question.name}` });
  return (
    <QuestionForm
      {...question}
      fields={fields(form, saved)}
      sample={sample?.(form)}
      save={async () => {
        if (form.isChanged) await form.save.mutateAsync();
        return undefined;
      }}
    />
  );
}

type FieldsProps = { keys: string[]; form: SettingForm; saved: SettingsState };

/** The same fields as on `/admin/settings`. */
export function SettingFields({ keys, form, saved }: FieldsProps) {
  return keys.map((key) => {
    const setting = saved.data[key];
    if (!setting) return null;
    return (
      <SettingField
        key={key}
        spec={settingField(key)}
        setting={setting}
        value={form.value(key) ?? setting.value}
        error={form.problem?.fields[key]}
        isReset={form.isReset(key)}
        onChange={(value: SettingValue) => form.change(key, value)}
      />
    );
  });
}

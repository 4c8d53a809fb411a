import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import type { SettingsState } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { settingsQuery } from '../calls/settings';
import { FormScreen } from '../screen/form-screen';
import { ScrollArrows } from '../screen/scroll-arrows';
import { tabLook } from '../screen/tab-look';
import { useCurrentTabInView } from '../screen/use-current-tab-in-view';
import { SettingField } from '../settings-form/setting-field';
import { type SettingSection, settingSections } from '../settings-form/setting-fields';
import { SettingsHistory } from '../settings-form/settings-history';
import { SettingsPreview } from '../settings-form/settings-preview';
import { SettingsSaveBar } from '../settings-form/settings-save-bar';
import { useSettingsForm } from '../settings-form/use-settings-form';

type Form = ReturnType<typeof useSettingsForm>;

/** `/admin/settings`: what the newsroom makes of its publication. For administrators; the server tells others so. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <FormScreen title="Settings" what="settings" error={error} onRetry={() => refetch()}>
      {data && <SettingsForm saved={data} />}
    </FormScreen>
  );
}

const sectionWith = (matches: (key: string) => boolean) =>
  settingSections.find(({ fields }) => fields.some(({ key }) => matches(key)));

/** One form of several sections: the address says which is shown, and what is typed in the others stays. */
function SettingsForm({ saved }: { saved: SettingsState }) {
  const [params, setParams] = useSearchParams();
  const form = useSettingsForm(saved);
  const [open, setOpen] = useState<'preview' | 'history' | null>(null);
  const section = settingSections.find(({ id }) => id === params.get('section')) ?? settingSections[0];

  /** Where another section has the field that is wrong, that is shown. */
  function showProblem(cause: unknown) {
    if (!(cause instanceof ApiProblem)) return;
    const isWrong = (key: string) => key in cause.fields;
    const wrong = sectionWith(isWrong);
    if (wrong && !section?.fields.some(({ key }) => isWrong(key))) setParams({ section: wrong.id });
  }

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    form.save.mutate(undefined, { onError: showProblem });
  }

  return (
    <form noValidate aria-label="Settings" onSubmit={submit} className="mt-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="max-w-[60ch] text-sm text-ink-2">
          Readers see a change as soon as it is saved. Look at it in the preview first.
        </p>
        <Button look="quiet" size="sm" className="ms-auto" onClick={() => setOpen('history')}>
          History
        </Button>
      </div>
      <div className="mt-4 lg:grid lg:grid-cols-[12rem_minmax(0,44rem)] lg:gap-12">
        <Sections current={section?.id ?? ''} form={form} />
        {section && <Section section={section} saved={saved} form={form} />}
      </div>
      <SettingsSaveBar what="settings" form={form} onPreview={() => setOpen('preview')} />
      {open === 'preview' && <SettingsPreview changes={form.changes} onClose={() => setOpen(null)} />}
      {open === 'history' && <SettingsHistory version={saved.version} onClose={() => setOpen(null)} />}
    </form>
  );
}

/** The way between the sections: beside them, on narrow windows a row above them. */
function Sections({ current, form }: { current: string; form: Form }) {
  const row = useCurrentTabInView(current);
  return (
    <div className="relative -mx-4 lg:sticky lg:top-20 lg:mx-0 lg:self-start">
      <nav
        ref={row}
        aria-label="Sections of the settings"
        className="flex scroll-px-12 overflow-x-auto border-b border-rule px-2 [scrollbar-width:none] lg:grid lg:content-start lg:gap-1 lg:border-0 lg:px-0"
      >
        {settingSections.map(({ id, title, fields }) => {
          const isChanged = fields.some(({ key }) => key in form.changes);
          return (
            <Link
              key={id}
              to={`?section=${id}`}
              aria-label={isChanged ? `${title}, not saved` : undefined}
              aria-current={id === current ? 'page' : undefined}
              className={cn(tabLook, 'lg:rounded-md lg:border-0 lg:px-3 lg:hover:bg-sunk lg:aria-[current]:bg-sunk')}
            >
              {title}
              {isChanged && <span aria-hidden="true" className="ms-1.5 size-1.5 rounded-full bg-ember" />}
            </Link>
          );
        })}
      </nav>
      <ScrollArrows row={row} ground="paper" />
    </div>
  );
}

type SectionProps = { section: SettingSection; saved: SettingsState; form: Form };

function Section({ section: { id, title, text, fields }, saved, form }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="max-lg:mt-6">
      <h2 id={`${id}-title`} className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        {title}
      </h2>
      <p className="mt-3 max-w-[60ch] text-sm text-ink-2">{text}</p>
      <div className="mt-5 grid gap-6">
        {fields.map((spec) => {
          const setting = saved.data[spec.key];
          const value = form.value(spec.key);
          if (!setting || value === undefined) return null;
          return (
            <SettingField
              key={spec.key}
              spec={spec}
              setting={setting}
              value={value}
              error={form.problem?.fields[spec.key]}
              isReset={form.isReset(spec.key)}
              onChange={(next) => form.change(spec.key, next)}
              onReset={() => form.reset(spec.key)}
            />
          );
        })}
      </div>
    </section>
  );
}

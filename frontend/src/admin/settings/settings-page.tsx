import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SettingsState } from '../../api/types';
import { Button } from '../../ui/button';
import { settingsQuery } from '../calls/settings';
import { FormScreen } from '../screen/form-screen';
import { SettingField } from '../settings-form/setting-field';
import { type SettingSection, settingSections } from '../settings-form/setting-fields';
import { SettingsHistory } from '../settings-form/settings-history';
import { SettingsPreview } from '../settings-form/settings-preview';
import { SettingsSaveBar } from '../settings-form/settings-save-bar';
import { useSettingsForm } from '../settings-form/use-settings-form';

/** `/admin/settings`: what the newsroom makes of its publication. For administrators; the server tells others so. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <FormScreen title="Settings" what="settings" error={error} onRetry={() => refetch()}>
      {data && <SettingsForm saved={data} />}
    </FormScreen>
  );
}

function SettingsForm({ saved }: { saved: SettingsState }) {
  const form = useSettingsForm(saved);
  const [open, setOpen] = useState<'preview' | 'history' | null>(null);

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    form.save.mutate();
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
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,44rem)] lg:gap-12">
        <nav aria-label="Parts of the settings" className="mt-6 hidden lg:block">
          <ul className="sticky top-20 grid gap-1 text-sm">
            {settingSections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="block rounded-md px-3 py-2 font-medium text-ink-2 hover:bg-sunk">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {settingSections.map((section) => (
            <Section key={section.id} section={section} saved={saved} form={form} />
          ))}
        </div>
      </div>
      <SettingsSaveBar what="settings" form={form} onPreview={() => setOpen('preview')} />
      {open === 'preview' && <SettingsPreview changes={form.changes} onClose={() => setOpen(null)} />}
      {open === 'history' && <SettingsHistory version={saved.version} onClose={() => setOpen(null)} />}
    </form>
  );
}

type SectionProps = { section: SettingSection; saved: SettingsState; form: ReturnType<typeof useSettingsForm> };

function Section({ section: { id, title, text, fields }, saved, form }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 pt-8">
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

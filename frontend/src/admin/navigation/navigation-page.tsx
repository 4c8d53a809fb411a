import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import type { NavigationState } from '../../api/types';
import { Button } from '../../ui/button';
import { FormScreen } from '../screen/form-screen';
import { type MenuName, type MenuSpec, menuSpecs } from '../settings-form/menus';
import { SettingsHistory } from '../settings-form/settings-history';
import { SettingsPreview } from '../settings-form/settings-preview';
import { SettingsSaveBar } from '../settings-form/settings-save-bar';
import { navigationQuery } from './api';
import { MenuEditor } from './menu-editor';
import { type NavigationForm, useNavigationForm } from './use-navigation-form';

/** `/admin/navigation`: the menus of the site. For administrators; the server tells others so. */
export function NavigationPage() {
  const { data, error, refetch } = useQuery(navigationQuery);
  return (
    <FormScreen title="Navigation" what="menus" error={error} onRetry={() => refetch()}>
      {data && <Menus saved={data} />}
    </FormScreen>
  );
}

function Menus({ saved }: { saved: NavigationState }) {
  const form = useNavigationForm(saved);
  const [shown, setShown] = useState<MenuName>('bar');
  const [open, setOpen] = useState<'preview' | 'history' | null>(null);
  const opened = menuSpecs.find(({ name }) => name === shown)?.opens;

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    form.save.mutate();
  }

  return (
    <form noValidate aria-label="Navigation" onSubmit={submit} className="mt-4 max-w-3xl">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="max-w-[60ch] text-sm text-ink-2">
          The menus of the site. Readers see a change as soon as it is saved.
        </p>
        <Button look="quiet" size="sm" className="ms-auto min-h-11" onClick={() => setOpen('history')}>
          History
        </Button>
      </div>
      <Tabs.Root value={shown} onValueChange={(name) => setShown(name as MenuName)} className="mt-3">
        <Tabs.List aria-label="Menus" className="grid grid-cols-2 gap-1 rounded-md bg-sunk p-1 sm:grid-cols-4">
          {menuSpecs.map(({ name, label }) => (
            <Tabs.Trigger key={name} value={name} className={tab}>
              {label}
              <TabMark form={form} name={name} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {menuSpecs.map((spec) => (
          <Tabs.Content key={spec.name} value={spec.name} className="pt-4">
            <MenuPanel spec={spec} saved={saved} form={form} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <SettingsSaveBar what="navigation" form={form} onPreview={() => setOpen('preview')} />
      {open === 'preview' && <SettingsPreview changes={form.settings} opened={opened} onClose={() => setOpen(null)} />}
      {open === 'history' && <SettingsHistory version={saved.version} onClose={() => setOpen(null)} />}
    </form>
  );
}

const tab =
  'min-h-11 cursor-pointer rounded-sm px-3 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-sm';

/** Whether a menu is changed or refused, where its panel is not seen. */
function TabMark({ form, name }: { form: NavigationForm; name: MenuName }) {
  if (Object.keys(form.errorsOf(name)).length > 0) {
    return (
      <span className="ms-1.5 text-danger">
        <span aria-hidden="true">!</span>
        <span className="sr-only">(refused)</span>
      </span>
    );
  }
  if (!form.isMenuChanged(name)) return null;
  return (
    <span className="ms-1.5 text-ember">
      <span aria-hidden="true">•</span>
      <span className="sr-only">(changed)</span>
    </span>
  );
}

type MenuPanelProps = { spec: MenuSpec; saved: NavigationState; form: NavigationForm };

function MenuPanel({ spec, saved, form }: MenuPanelProps) {
  return (
    <section aria-labelledby={`${spec.name}-title`}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={`${spec.name}-title`} className="text-lg font-semibold tracking-tight">
            {spec.label}
          </h2>
          <p className="mt-1 text-sm text-ink-2">{spec.text}</p>
        </div>
        {!form.isShipped(spec.name) && (
          <Button look="quiet" size="sm" className="min-h-11 text-ink-2" onClick={() => form.reset(spec.name)}>
            Back to the default
          </Button>
        )}
      </div>
      <div className="mt-3">
        <MenuEditor
          spec={spec}
          groups={form.groups(spec.name)}
          targets={saved.targets}
          errors={form.errorsOf(spec.name)}
          onChange={(groups) => form.change(spec.name, groups)}
        />
      </div>
    </section>
  );
}

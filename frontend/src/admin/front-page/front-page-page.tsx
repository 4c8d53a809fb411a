import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AdminCategory, Banner, FrontPageBlock, SettingsState } from '../../api/types';
import { Button } from '../../ui/button';
import { categoriesQuery } from '../calls/categories';
import { settingsQuery } from '../calls/settings';
import { ErrorLine } from '../screen/error-line';
import { FormScreen } from '../screen/form-screen';
import { SettingsHistory } from '../settings-form/settings-history';
import { SettingsPreview } from '../settings-form/settings-preview';
import { SettingsSaveBar } from '../settings-form/settings-save-bar';
import { useSettingsForm } from '../settings-form/use-settings-form';
import { AddBlock } from './add-block';
import { BannerFields } from './banner-fields';
import { BlockList } from './block-list';

const BLOCKS = 'front_page.blocks';
const BANNER = 'front_page.banner';

/** `/admin/front-page`: what home is made of. For administrators; the server tells others so. */
export function FrontPagePage() {
  const settings = useQuery(settingsQuery);
  const categories = useQuery(categoriesQuery);
  const retry = () => void Promise.all([settings.refetch(), categories.refetch()]);
  return (
    <FormScreen title="Front page" what="front page" error={settings.error ?? categories.error} onRetry={retry}>
      {settings.data && categories.data && <FrontPageForm saved={settings.data} categories={categories.data} />}
    </FormScreen>
  );
}

function FrontPageForm({ saved, categories }: { saved: SettingsState; categories: AdminCategory[] }) {
  const form = useSettingsForm(saved, { what: 'front page' });
  const [open, setOpen] = useState<'preview' | 'history' | null>(null);
  const blocks = form.value(BLOCKS) as FrontPageBlock[];
  const problem = form.problem?.fields ?? {};

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    form.save.mutate();
  }

  return (
    <form noValidate aria-label="Front page" onSubmit={submit} className="mt-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="max-w-[60ch] text-sm text-ink-2">
          What readers find on home, from the top. They see a change as soon as it is saved.
        </p>
        <Button look="quiet" size="sm" className="ms-auto min-h-11" onClick={() => setOpen('history')}>
          History
        </Button>
      </div>
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <section aria-labelledby="blocks-title" className="pt-6">
          <h2 id="blocks-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
            Blocks
          </h2>
          <div className="mt-4 grid gap-5">
            {problem[BLOCKS] && <ErrorLine>{problem[BLOCKS]}</ErrorLine>}
            <BlockList blocks={blocks} categories={categories} onChange={(next) => form.change(BLOCKS, next)} />
            <AddBlock
              blocks={blocks}
              categories={categories}
              onAdd={(block) => form.change(BLOCKS, [...blocks, block])}
            />
          </div>
        </section>
        <section aria-labelledby="banner-title" className="pt-6">
          <h2 id="banner-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
            Banner
          </h2>
          <div className="mt-4">
            <BannerFields
              banner={form.value(BANNER) as Banner}
              saved={saved.data[BANNER]?.value as Banner}
              error={problem[BANNER]}
              onChange={(banner) => form.change(BANNER, banner)}
            />
          </div>
        </section>
      </div>
      <SettingsSaveBar what="front page" form={form} onPreview={() => setOpen('preview')} />
      {open === 'preview' && <SettingsPreview changes={form.changes} onClose={() => setOpen(null)} />}
      {open === 'history' && <SettingsHistory version={saved.version} onClose={() => setOpen(null)} />}
    </form>
  );
}

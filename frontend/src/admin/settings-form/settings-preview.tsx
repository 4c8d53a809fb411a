import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { Dialog } from '../../ui/dialog';
import { type PreviewSubject, previewQuery, type SettingChanges } from '../calls/settings';
import { ErrorLine } from '../screen/error-line';

const SUBJECTS: { value: PreviewSubject; label: string }[] = [
  { value: 'home', label: 'Home' },
  { value: 'post', label: 'A post' },
  { value: 'mail', label: 'An e-mail' },
];

type SettingsPreviewProps = {
  changes: SettingChanges;
  /** A menu or panel of the page that is shown open, by its id. */
  opened?: string;
  onClose: () => void;
};

/** The publication as it would be with what is typed. Nothing in the frame runs, and nothing is saved. */
export function SettingsPreview({ changes, opened, onClose }: SettingsPreviewProps) {
  const [subject, setSubject] = useState<PreviewSubject>('home');
  const [isDark, setDark] = useState(false);
  const [isPhone, setPhone] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(previewQuery(changes, subject, isDark));
  return (
    <Dialog open onOpenChange={onClose} title="Preview" className="max-w-[72rem]">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Toggles
          label="What is shown"
          options={SUBJECTS.map(({ value, label }) => ({
            label,
            on: value === subject,
            choose: () => setSubject(value),
          }))}
        />
        <Toggles
          label="Theme"
          options={[
            { label: 'Light', on: !isDark, choose: () => setDark(false) },
            { label: 'Dark', on: isDark, choose: () => setDark(true) },
          ]}
        />
        <Toggles
          label="Width"
          options={[
            { label: 'Desktop', on: !isPhone, choose: () => setPhone(false) },
            { label: 'Phone', on: isPhone, choose: () => setPhone(true) },
          ]}
        />
      </div>
      {error && (
        <ErrorLine busy={isFetching} onRetry={() => refetch()}>
          {error instanceof ApiProblem ? error.error : 'The preview could not be drawn.'}
        </ErrorLine>
      )}
      <div className="h-[min(36rem,60dvh)] overflow-hidden rounded-md border border-rule bg-sunk">
        {data && !error ? (
          <iframe
            key={`${subject} ${isDark}`}
            title="Preview of the publication"
            // The site's own style and fonts, and no scripts.
            sandbox="allow-same-origin"
            srcDoc={opened ? withOpen(data.html, opened) : data.html}
            className={cn('mx-auto block h-full border-0 bg-raised', isPhone ? 'w-[24.375rem] max-w-full' : 'w-full')}
          />
        ) : (
          <p role="status" className="p-4 text-sm text-ink-2">
            {isFetching && 'Drawing the preview…'}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Nothing in the frame can open a dialog, so it is open from the start, above the header. */
function withOpen(html: string, id: string): string {
  return html.replace(`<dialog id="${id}"`, `<dialog open style="z-index:99" id="${id}"`);
}

type Option = { label: string; on: boolean; choose: () => void };

function Toggles({ label, options }: { label: string; options: Option[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, no fields
    <div role="group" aria-label={label} className="flex gap-1">
      {options.map((option) => (
        <Button
          key={option.label}
          look={option.on ? 'ink' : 'outline'}
          size="sm"
          className="min-h-9"
          aria-pressed={option.on}
          onClick={option.choose}
        >
          {option.label}
        </Button>
      ))}
    </div>
  );
}

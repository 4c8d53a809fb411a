import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { useFieldControl } from '../../ui/field';
import { uploadPicture } from '../calls/settings';
import { ErrorLine } from '../screen/error-line';

type PictureFieldProps = {
  label: string;
  hash: string;
  disabled: boolean;
  /** The theme that it is for: its ground is shown behind it. Left out: that of the screen. */
  theme?: 'light' | 'dark';
  onChange: (hash: string) => void;
};

/** The same by day and at night. */
const GROUNDS = { light: 'bg-night-ink', dark: 'bg-night' };

/** A picture that is uploaded at once and shown; the setting holds its hash. */
export function PictureField({ label, hash, disabled, theme, onChange }: PictureFieldProps) {
  const { id, 'aria-describedby': describedBy } = useFieldControl();
  const picker = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: uploadPicture,
    onSuccess: (picture) => onChange(picture.hash),
    onError: (cause) => console.error(cause),
  });
  const problem = upload.error instanceof ApiProblem ? upload.error.error : upload.error && 'The upload failed.';
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {hash && (
          <span
            className={cn(
              'grid h-20 min-w-20 place-items-center rounded-md border border-rule bg-paper p-2',
              theme && GROUNDS[theme],
            )}
          >
            <img src={`/brand/${hash}.png`} alt={`${label} now`} className="max-h-16 max-w-56 object-contain" />
          </span>
        )}
        <input
          ref={picker}
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          disabled={disabled || upload.isPending}
          className="hidden"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) upload.mutate(file);
            event.target.value = '';
          }}
        />
        <Button
          look="outline"
          size="sm"
          className="min-h-11 px-4"
          aria-describedby={describedBy}
          busy={upload.isPending}
          disabled={disabled}
          onClick={() => picker.current?.click()}
        >
          {upload.isPending ? 'Uploading...' : hash ? 'Choose another' : 'Choose a picture'}
          <span className="sr-only"> for {label}</span>
        </Button>
        {hash && !disabled && (
          <Button look="quiet" size="sm" className="min-h-11" onClick={() => onChange('')}>
            Remove<span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      {problem && <ErrorLine look="field">{problem}</ErrorLine>}
    </div>
  );
}

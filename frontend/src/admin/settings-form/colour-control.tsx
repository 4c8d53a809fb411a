import { useFieldControl } from '../../ui/field';
import { Input } from '../../ui/input';

type ColourControlProps = { value: string; disabled?: boolean; onChange: (value: string) => void };

/** The browser's own picker beside the value, which can be pasted. */
export function ColourControl({ value, disabled = false, onChange }: ColourControlProps) {
  const control = useFieldControl();
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className="flex items-center gap-3">
      {/* The picker has no way to show that nothing is chosen: it is covered then. */}
      <span className="relative size-11">
        <input
          type="color"
          aria-label="Pick a colour"
          value={isColour ? value : '#000000'}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className="size-full cursor-pointer rounded-md border border-control bg-raised p-1 disabled:cursor-not-allowed disabled:opacity-60"
        />
        {!isColour && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-px grid place-items-center rounded-md bg-raised text-ink-3"
          >
            –
          </span>
        )}
      </span>
      <Input
        {...control}
        className="w-36 font-mono"
        spellCheck={false}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

import { useFieldControl } from '../../ui/field';
import { Input } from '../../ui/input';

type ColourControlProps = { value: string; disabled?: boolean; onChange: (value: string) => void };

/** The browser's own picker beside the value, which can be pasted. */
export function ColourControl({ value, disabled = false, onChange }: ColourControlProps) {
  const control = useFieldControl();
  return (
    <div className="flex items-center gap-3">
      <input
        type="color"
        aria-label="Pick a colour"
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="size-11 cursor-pointer rounded-md border border-control bg-raised p-1 disabled:cursor-not-allowed disabled:opacity-60"
      />
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

import { Button } from '../../ui/button';

type ChoiceProps<Value extends string> = {
  label: string;
  options: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, each a button. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, no fields
    <div role="group" aria-label={label} className="flex gap-1">
      {(Object.keys(options) as Value[]).map((one) => (
        <Button
          key={one}
          look={one === value ? 'ink' : 'outline'}
          size="sm"
          className="min-h-11"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {options[one]}
        </Button>
      ))}
    </div>
  );
}

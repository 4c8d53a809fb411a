import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn';

type CheckboxProps = Omit<ComponentProps<typeof Radix.Root>, 'id' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** A checkbox with its label beside it; the whole line can be pressed. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn('flex items-start gap-3', className)}>
      <Radix.Root
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm border border-control bg-raised data-[state=checked]:border-ember data-[state=checked]:bg-ember data-[state=checked]:text-ember-ink disabled:opacity-60"
      >
        <Radix.Indicator>
          <Check aria-hidden="true" className="size-4" strokeWidth={3} />
        </Radix.Indicator>
      </Radix.Root>
      <div>
        <label htmlFor={id} className="text-sm leading-6 font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

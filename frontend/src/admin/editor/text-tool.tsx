import { Toolbar } from 'radix-ui';
import { cn } from '../../ui/cn';

type TextToolProps = { name: string; title?: string; on?: boolean; onUse: () => void };

/** A tool of the editor that is named by a word. */
export function TextTool({ name, title, on, onUse }: TextToolProps) {
  return (
    <Toolbar.Button
      onClick={onUse}
      title={title}
      aria-pressed={on}
      className={cn(
        'min-h-8 shrink-0 rounded-sm px-2.5 text-xs font-medium text-ink-2 transition-colors hover:bg-rule hover:text-ink',
        on && 'bg-ink text-paper hover:bg-ink hover:text-paper',
      )}
    >
      {name}
    </Toolbar.Button>
  );
}

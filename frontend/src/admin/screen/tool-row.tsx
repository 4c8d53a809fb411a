import { Toolbar } from 'radix-ui';
import type { ComponentProps, ReactElement } from 'react';

/**
 * Buttons and links that belong together: one stop of the Tab key, and the arrow keys lead from one to the next.
 * Each of them stands in a `Tool`.
 */
export function ToolRow(props: ComponentProps<typeof Toolbar.Root> & { 'aria-label': string }) {
  return <Toolbar.Root {...props} />;
}

/** `disabled`: the arrow keys pass it by. */
export function Tool({ disabled, children }: { disabled?: boolean; children: ReactElement }) {
  return (
    <Toolbar.Button asChild disabled={disabled}>
      {children}
    </Toolbar.Button>
  );
}

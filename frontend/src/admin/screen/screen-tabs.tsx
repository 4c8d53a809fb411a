import { Link } from 'react-router';
import { cn } from '../../ui/cn';
import { ScrollArrows } from './scroll-arrows';
import { tabLook } from './tab-look';
import { useCurrentTabInView } from './use-current-tab-in-view';

export type ScreenTab = { name: string; title: string; to: string; note?: string };

type ScreenTabsProps = { label: string; tabs: readonly ScreenTab[]; current: string; className?: string };

/** The parts of one screen, of which one is shown: links, because the address says which. */
export function ScreenTabs({ label, tabs, current, className }: ScreenTabsProps) {
  const row = useCurrentTabInView(current);
  return (
    <div className={cn('relative', className)}>
      <nav
        ref={row}
        aria-label={label}
        className="flex scroll-px-12 overflow-x-auto border-b border-rule [scrollbar-width:none]"
      >
        {tabs.map(({ name, title, to, note }) => (
          <Link key={name} to={to} aria-current={name === current ? 'page' : undefined} className={tabLook}>
            {title}
            {note && <span className="ms-1.5 text-xs font-normal">{note}</span>}
          </Link>
        ))}
      </nav>
      <ScrollArrows row={row} ground="paper" />
    </div>
  );
}

import { Link } from 'react-router';
import { cn } from '../../ui/cn';
import { tabLook } from './tab-look';
import { useCurrentTabInView } from './use-current-tab-in-view';

export type ScreenTab = { name: string; title: string; to: string; note?: string };

type ScreenTabsProps = { label: string; tabs: readonly ScreenTab[]; current: string; className?: string };

/** The parts of one screen, of which one is shown: links, because the address says which. */
export function ScreenTabs({ label, tabs, current, className }: ScreenTabsProps) {
  const row = useCurrentTabInView(current);
  return (
    <nav ref={row} aria-label={label} className={cn('flex overflow-x-auto border-b border-rule', className)}>
      {tabs.map(({ name, title, to, note }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined} className={tabLook}>
          {title}
          {note && <span className="ms-1.5 text-xs font-normal">{note}</span>}
        </Link>
      ))}
    </nav>
  );
}

import { type ReactNode, useState } from 'react';

type TabPanelProps = { isCurrent: boolean; className?: string; children: ReactNode };

/** What stands under a tab. Once it was shown it stays, so that what is typed in it is not lost under another tab. */
export function TabPanel({ isCurrent, className, children }: TabPanelProps) {
  const [wasShown, setShown] = useState(isCurrent);
  if (isCurrent && !wasShown) setShown(true);
  return wasShown ? (
    <div hidden={!isCurrent} className={className}>
      {children}
    </div>
  ) : null;
}

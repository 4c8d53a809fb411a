import { useRef } from 'react';
import type { Site, SiteLink } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { useSignedIn } from '../hooks/use-signed-in';
import { Icon } from '../icons';
import { SearchForm } from '../search-box/search-form';
import { useSearchPageQuery } from '../search-box/use-search-page-query';
import { closeOnBackdrop, closesDialog } from './dialog-commands';
import { iconButton } from './icon-button';
import { LinkList } from './link-list';
import { Logo } from './logo';
import { SubscribeLink } from './subscribe-link';
import { ThemeToggle } from './theme-toggle';
import { useClosesOnNavigation } from './use-closes-on-navigation';

export const menuId = 'site-menu';

/**
 * The side menu: search, all sections, services. A native dialog, so focus is trapped and given back by the browser.
 */
export function SiteMenu({ site: { brand, navigation } }: { site: Site }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const signedIn = useSignedIn();
  const searched = useSearchPageQuery();
  useClosesOnNavigation(dialog);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself; the press is on the backdrop
    <dialog ref={dialog} id={menuId} aria-label="Menu" className="drawer drawer-left" onClick={closeOnBackdrop}>
      <div className="drawer-menu">
        <div className="flex items-center">
          <Logo brand={brand} />
          <span className="flex-1" />
          <ThemeToggle />
          <button type="button" className={`${iconButton} -me-2.5`} aria-label="Close menu" {...closesDialog(menuId)}>
            <Icon name="close" />
          </button>
        </div>
        <SearchForm query={searched} />
        <div className="flex gap-2">
          <SubscribeLink className={`${buttonLook({ look: 'ember' })} flex-1`} />{' '}
          <a
            href={signedIn ? '/manage-account' : '/auth/login'}
            className={`${buttonLook({ look: 'outline' })} flex-1`}
          >
            {signedIn ? 'Account' : 'Sign In'}
          </a>
        </div>
        {navigation.menu.map(({ title, links }) => (
          <MenuSection key={title} title={title} links={links} columns />
        ))}
        {navigation.services.length > 0 && <MenuSection title="Services" links={navigation.services} scrolls />}
      </div>
    </dialog>
  );
}

type MenuSectionProps = { title: string; links: SiteLink[]; columns?: boolean; scrolls?: boolean };

function MenuSection({ title, links, columns, scrolls }: MenuSectionProps) {
  return (
    <nav aria-label={title} className="border-t border-rule pt-4">
      <h2 className="text-xs font-semibold text-ink-3">{title}</h2>
      <LinkList
        links={links}
        className={`${columns ? 'columns-2 gap-6' : ''} ${scrolls ? 'max-h-75 overflow-y-auto' : ''}`}
        tabIndex={scrolls ? 0 : undefined}
      />
    </nav>
  );
}

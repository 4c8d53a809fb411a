import type { Site } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { Icon } from '../icons';
import { SearchBox, searchBoxId } from '../search-box/search-box';
import { AccountLink } from './account-link';
import { opensDialog } from './dialog-commands';
import { iconButton } from './icon-button';
import { Logo } from './logo';
import { menuId } from './site-menu';
import { SubscribeLink } from './subscribe-link';
import { ThemeToggle } from './theme-toggle';

/** The bar that stays at the top: menu and search, the name, theme, account and Subscribe. */
export function SiteHeader({ site: { brand, navigation } }: { site: Site }) {
  return (
    <header className="site-header">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <div className="wrap header-bar">
        <div className="-ms-2 flex items-center md:-ms-2.5">
          <button type="button" className={iconButton} aria-label="Menu" {...opensDialog(menuId)}>
            <Icon name="menu" />
          </button>
          <button
            type="button"
            className={`${iconButton} max-xs:hidden`}
            aria-label="Search"
            popoverTarget={searchBoxId}
          >
            <Icon name="search" />
          </button>
          {navigation.consultancy && (
            <a href={navigation.consultancy} className={`${buttonLook({ look: 'quiet' })} max-xl:hidden`}>
              Consultancy
            </a>
          )}
        </div>
        <a href="/" className="header-logo" aria-label={`${brand}, front page`}>
          <Logo brand={brand} />
        </a>
        <div className="flex items-center justify-self-end sm:gap-1">
          <ThemeToggle />
          <AccountLink /> <SubscribeLink className={`${buttonLook()} ms-1 max-sm:px-3 max-sm:text-xs`} />
        </div>
      </div>
      <SearchBox />
    </header>
  );
}

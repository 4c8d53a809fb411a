import { Outlet } from 'react-router';
import { setCalendar } from '../format/dates';
import { usePlanMark } from '../hooks/use-plan-mark';
import { useSite } from '../hooks/use-site';
import { ToastArea } from '../messages/toast-area';
import { CategoryBar } from './category-bar';
import { NavigationFeedback } from './navigation-feedback';
import { ScrollRestoration } from './scroll-restoration';
import { ServicesPanel } from './services-panel';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import { SiteMenu } from './site-menu';

/** The frame around every public page. */
export function Layout() {
  const site = useSite();
  // Before anything of the page is drawn. The admin area keeps its own.
  setCalendar(site.calendar);
  usePlanMark();
  return (
    <>
      <SiteHeader site={site} />
      <CategoryBar menus={site.navigation} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <SiteFooter site={site} />
      <SiteMenu site={site} />
      <ServicesPanel services={site.navigation.services} />
      <NavigationFeedback />
      <ToastArea />
      <ScrollRestoration />
    </>
  );
}

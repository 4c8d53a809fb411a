import { type RouteObject, redirectDocument } from 'react-router';
import { AdminAuthPage } from './admin-auth/admin-auth-page';
import { ErrorScreen } from './error-screen';
import { redirectWhenSignedIn, requireEditor, requireStaff, requireStaffOrHome } from './session/guards';
import { AdminShell } from './shell/admin-shell';

/** While a guard decides nothing is painted. */
function Blank() {
  return null;
}

/** The editor is most of this bundle; the sign-in screen does without it. */
const loadPostsPage = async () => (await import('./posts/posts-page')).PostsPage;
const loadPostPage = async () => (await import('./posts/post-page')).PostPage;
const loadPreviewPage = async () => (await import('./preview/preview-page')).PreviewPage;
const loadCategoriesPage = async () => (await import('./categories/categories-page')).CategoriesPage;
const loadPagesPage = async () => (await import('./pages/pages-page')).PagesPage;
const loadNewPagePage = async () => (await import('./pages/page-editor-page')).NewPagePage;
const loadPageEditorPage = async () => (await import('./pages/page-editor-page')).PageEditorPage;
const loadPagePreviewPage = async () => (await import('./pages/page-preview-page')).PagePreviewPage;
const loadLibraryPage = async () => (await import('./library/library-page')).LibraryPage;
const loadDealsPage = async () => (await import('./deals/deals-page')).DealsPage;
const loadTrashPage = async () => (await import('./trash/trash-page')).TrashPage;
const loadCalendarPage = async () => (await import('./calendar/calendar-page')).CalendarPage;
const loadStaffPage = async () => (await import('./staff/staff-page')).StaffPage;
const loadBackupsPage = async () => (await import('./backups/backups-page')).BackupsPage;
const loadHeldPage = async () => (await import('./held/held-page')).HeldPage;
const loadSettingsPage = async () => (await import('./settings/settings-page')).SettingsPage;
const loadNavigationPage = async () => (await import('./navigation/navigation-page')).NavigationPage;
const loadSetUpPage = async () => (await import('./set-up/set-up-page')).SetUpPage;
const loadFrontPagePage = async () => (await import('./front-page/front-page-page')).FrontPagePage;
const loadDoctorPage = async () => (await import('./doctor/doctor-page')).DoctorPage;
const loadClicksPage = async () => (await import('./analytics/clicks-page')).ClicksPage;
const loadAnalyticsPage = async () => (await import('./analytics/analytics-page')).AnalyticsPage;
const loadNewsletterPage = async () => (await import('./newsletter/newsletter-page')).NewsletterPage;
const loadSubscribersPage = async () => (await import('./subscribers/subscribers-page')).SubscribersPage;
const loadEmailLogsPage = async () => (await import('./email-logs/email-logs-page')).EmailLogsPage;
const loadSubscriptionsPage = async () => (await import('./subscriptions/subscriptions-page')).SubscriptionsPage;

/**
 * The screens of the admin area. Anything else is no page of this bundle and goes to the site's own rule: home.
 * A router changes the list it is given, so each gets its own.
 */
export const adminRoutes = (): RouteObject[] => [
  {
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Blank,
    children: [
      { path: '/admin-auth', loader: redirectWhenSignedIn, Component: AdminAuthPage },
      {
        path: '/admin',
        loader: requireStaff,
        shouldRevalidate: () => false,
        Component: AdminShell,
        children: [
          { index: true, lazy: { Component: loadPostsPage } },
          { path: 'posts/:ref', lazy: { Component: loadPostPage } },
          { path: 'preview/:id', lazy: { Component: loadPreviewPage } },
          { path: 'media', lazy: { Component: loadLibraryPage } },
          { path: 'calendar', lazy: { Component: loadCalendarPage } },
          {
            loader: requireEditor,
            shouldRevalidate: () => false,
            children: [
              { path: 'categories', lazy: { Component: loadCategoriesPage } },
              { path: 'pages', lazy: { Component: loadPagesPage } },
              { path: 'pages/new', lazy: { Component: loadNewPagePage } },
              { path: 'pages/:ref', lazy: { Component: loadPageEditorPage } },
              { path: 'pages/:ref/preview', lazy: { Component: loadPagePreviewPage } },
              { path: 'deals', lazy: { Component: loadDealsPage } },
              { path: 'trash', lazy: { Component: loadTrashPage } },
              { path: 'held', lazy: { Component: loadHeldPage } },
              { path: 'doctor', lazy: { Component: loadDoctorPage } },
              { path: 'backups', lazy: { Component: loadBackupsPage } },
              { path: 'navigation', lazy: { Component: loadNavigationPage } },
              { path: 'settings', lazy: { Component: loadSettingsPage } },
              { path: 'front-page', lazy: { Component: loadFrontPagePage } },
              { path: 'staff', lazy: { Component: loadStaffPage } },
              { path: 'newsletter', lazy: { Component: loadNewsletterPage } },
              { path: 'email-logs', lazy: { Component: loadEmailLogsPage } },
              { path: 'subscribers', lazy: { Component: loadSubscribersPage } },
            ],
          },
        ],
      },
      {
        path: '/admin/set-up',
        loader: requireEditor,
        shouldRevalidate: () => false,
        lazy: { Component: loadSetUpPage },
      },
      {
        loader: requireEditor,
        shouldRevalidate: () => false,
        Component: AdminShell,
        children: [{ path: '/admin-subscriptions', lazy: { Component: loadSubscriptionsPage } }],
      },
      {
        loader: requireStaffOrHome,
        shouldRevalidate: () => false,
        Component: AdminShell,
        children: [
          { path: '/admin/clicks', lazy: { Component: loadClicksPage } },
          { path: '/admin-analytics', lazy: { Component: loadAnalyticsPage } },
        ],
      },
      { path: '*', loader: () => redirectDocument('/') },
    ],
  },
];

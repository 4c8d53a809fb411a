import type { ComponentType } from 'react';

export type AdminScreen = {
  path: string;
  /** Who may open it. What is for administrators opens for editors too, and the server tells them so. */
  role: 'nobody' | 'staff' | 'editor' | 'administrator';
  /** The title of the document; a screen that is named after what it shows draws its own (`AdminTitle`). */
  title?: string;
  /** Its entry of the header, or of the tabs of administrators, in the order of this table. */
  link?: string;
  /** Strangers are sent to the front page, not to sign in. */
  sendsHome?: boolean;
  /** Without header and menu. */
  bare?: boolean;
  /** Its chunk: the editor is most of this bundle, and most screens do without it. */
  load: () => Promise<ComponentType>;
};

/** The one list of the screens of the admin area: addresses, roles, titles and menus. */
export const screens: readonly AdminScreen[] = [
  {
    path: '/admin-auth',
    role: 'nobody',
    bare: true,
    load: async () => (await import('./admin-auth/admin-auth-page')).AdminAuthPage,
  },
  {
    path: '/admin',
    role: 'staff',
    title: 'Posts',
    link: 'Posts',
    load: async () => (await import('./posts/posts-page')).PostsPage,
  },
  {
    path: '/admin/posts/:ref',
    role: 'staff',
    load: async () => (await import('./posts/post-page')).PostPage,
  },
  {
    path: '/admin/preview/:id',
    role: 'staff',
    title: 'Preview',
    load: async () => (await import('./preview/preview-page')).PreviewPage,
  },
  {
    path: '/admin/calendar',
    role: 'staff',
    title: 'Calendar',
    link: 'Calendar',
    load: async () => (await import('./calendar/calendar-page')).CalendarPage,
  },
  {
    path: '/admin/pages',
    role: 'editor',
    title: 'Pages',
    link: 'Pages',
    load: async () => (await import('./pages/pages-page')).PagesPage,
  },
  {
    path: '/admin/pages/new',
    role: 'editor',
    title: 'New page',
    load: async () => (await import('./pages/page-editor-page')).NewPagePage,
  },
  {
    path: '/admin/pages/:ref',
    role: 'editor',
    title: 'Edit page',
    load: async () => (await import('./pages/page-editor-page')).PageEditorPage,
  },
  {
    path: '/admin/pages/:ref/preview',
    role: 'editor',
    title: 'Preview',
    load: async () => (await import('./pages/page-preview-page')).PagePreviewPage,
  },
  {
    path: '/admin/categories',
    role: 'editor',
    title: 'Categories',
    link: 'Categories',
    load: async () => (await import('./categories/categories-page')).CategoriesPage,
  },
  {
    path: '/admin/media',
    role: 'staff',
    title: 'Media Library',
    link: 'Media',
    load: async () => (await import('./library/library-page')).LibraryPage,
  },
  {
    path: '/admin/deals',
    role: 'editor',
    title: 'Deals',
    load: async () => (await import('./deals/deals-page')).DealsPage,
  },
  {
    path: '/admin/trash',
    role: 'editor',
    title: 'Trash',
    link: 'Trash',
    load: async () => (await import('./trash/trash-page')).TrashPage,
  },
  {
    path: '/admin/newsletter',
    role: 'editor',
    title: 'Newsletter',
    link: 'Newsletter',
    load: async () => (await import('./newsletter/newsletter-page')).NewsletterPage,
  },
  {
    path: '/admin-subscriptions',
    role: 'editor',
    title: 'All Subscriptions',
    link: 'Subscriptions',
    load: async () => (await import('./subscriptions/subscriptions-page')).SubscriptionsPage,
  },
  {
    path: '/admin/email-logs',
    role: 'editor',
    title: 'Email Logs',
    link: 'Email Logs',
    load: async () => (await import('./email-logs/email-logs-page')).EmailLogsPage,
  },
  {
    path: '/admin-analytics',
    role: 'editor',
    title: 'Clicks Analytics',
    link: 'Analytics',
    sendsHome: true,
    load: async () => (await import('./analytics/analytics-page')).AnalyticsPage,
  },
  {
    path: '/admin/clicks',
    role: 'editor',
    title: 'Clicks Analytics',
    sendsHome: true,
    load: async () => (await import('./analytics/clicks-page')).ClicksPage,
  },
  {
    path: '/admin/settings',
    role: 'administrator',
    title: 'Settings',
    link: 'Settings',
    load: async () => (await import('./settings/settings-page')).SettingsPage,
  },
  {
    path: '/admin/navigation',
    role: 'administrator',
    title: 'Navigation',
    link: 'Navigation',
    load: async () => (await import('./navigation/navigation-page')).NavigationPage,
  },
  {
    path: '/admin/front-page',
    role: 'administrator',
    title: 'Front page',
    link: 'Front page',
    load: async () => (await import('./front-page/front-page-page')).FrontPagePage,
  },
  {
    path: '/admin/set-up',
    role: 'administrator',
    title: 'Set-up',
    link: 'Set-up',
    bare: true,
    load: async () => (await import('./set-up/set-up-page')).SetUpPage,
  },
  {
    path: '/admin/staff',
    role: 'administrator',
    title: 'Staff',
    link: 'Staff',
    load: async () => (await import('./staff/staff-page')).StaffPage,
  },
  {
    path: '/admin/subscribers',
    role: 'administrator',
    title: 'Subscribers',
    link: 'Subscribers',
    load: async () => (await import('./subscribers/subscribers-page')).SubscribersPage,
  },
  {
    path: '/admin/doctor',
    role: 'administrator',
    title: 'Site health',
    link: 'Health',
    load: async () => (await import('./doctor/doctor-page')).DoctorPage,
  },
  {
    path: '/admin/backups',
    role: 'administrator',
    title: 'Backups',
    link: 'Backups',
    load: async () => (await import('./backups/backups-page')).BackupsPage,
  },
  {
    path: '/admin/held',
    role: 'administrator',
    title: 'Held copy',
    load: async () => (await import('./held/held-page')).HeldPage,
  },
];

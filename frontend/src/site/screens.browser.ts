// The browser build's `#screens`: a chunk a page, fetched when it is needed.
import type { ComponentType } from 'react';
import { loadChunk } from './load-chunk';
import type { Screen } from './page-route';

function chunk<Module>(load: () => Promise<Module>, component: (module: Module) => ComponentType): Screen {
  return {
    lazy: async () => ({ Component: component(await loadChunk(load)) }),
    prefetch: load,
  };
}

export const screens = {
  home: chunk(
    () => import('./home/home-page'),
    (module) => module.HomePage,
  ),
  category: chunk(
    () => import('./category/category-page'),
    (module) => module.CategoryPage,
  ),
  post: chunk(
    () => import('./post-page/post-page'),
    (module) => module.PostPage,
  ),
  postById: chunk(
    () => import('./post-page/post-by-id-page'),
    (module) => module.PostByIdPage,
  ),
  preview: chunk(
    () => import('./preview/preview-page'),
    (module) => module.PreviewPage,
  ),
  page: chunk(
    () => import('./site-pages/site-page'),
    (module) => module.SitePageScreen,
  ),
  newsletters: chunk(
    () => import('./newsletter-topics/newsletters-page'),
    (module) => module.NewslettersPage,
  ),
  issues: chunk(
    () => import('./newsletter-archive/issues-page'),
    (module) => module.IssuesPage,
  ),
  corrections: chunk(
    () => import('./corrections/corrections-page'),
    (module) => module.CorrectionsPage,
  ),
  author: chunk(
    () => import('./author/author-page'),
    (module) => module.AuthorPage,
  ),
  tag: chunk(
    () => import('./tag/tag-page'),
    (module) => module.TagPage,
  ),
  search: chunk(
    () => import('./search/search-page'),
    (module) => module.SearchPage,
  ),
  signIn: chunk(
    () => import('./account/sign-in-page'),
    (module) => module.SignInPage,
  ),
  callback: chunk(
    () => import('./account/callback-page'),
    (module) => module.CallbackPage,
  ),
  resetPassword: chunk(
    () => import('./account/reset-password-page'),
    (module) => module.ResetPasswordPage,
  ),
  verifyEmail: chunk(
    () => import('./account/verify-email-page'),
    (module) => module.VerifyEmailPage,
  ),
  mailedLink: chunk(
    () => import('./newsletter-preferences/mailed-link-page'),
    (module) => module.MailedLinkPage,
  ),
  manageAccount: chunk(
    () => import('./account/manage-account-page'),
    (module) => module.ManageAccountPage,
  ),
  subscribe: chunk(
    () => import('./checkout/subscribe-page'),
    (module) => module.SubscribePage,
  ),
  subscriptionStatus: chunk(
    () => import('./subscription-status/subscription-status-page'),
    (module) => module.SubscriptionStatusPage,
  ),
  styles: chunk(
    () => import('./style-guide/styles-page'),
    (module) => module.StylesPage,
  ),
} satisfies Record<string, Screen>;

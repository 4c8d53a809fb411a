// The server build's `#screens`: every page at hand, because renderToString cannot wait for one.
import { CallbackPage } from './account/callback-page';
import { ManageAccountPage } from './account/manage-account-page';
import { ResetPasswordPage } from './account/reset-password-page';
import { SignInPage } from './account/sign-in-page';
import { VerifyEmailPage } from './account/verify-email-page';
import { AuthorPage } from './author/author-page';
import { CategoryPage } from './category/category-page';
import { SubscribePage } from './checkout/subscribe-page';
import { CorrectionsPage } from './corrections/corrections-page';
import { HomePage } from './home/home-page';
import { IssuesPage } from './newsletter-archive/issues-page';
import { MailedLinkPage } from './newsletter-preferences/mailed-link-page';
import { NewslettersPage } from './newsletter-topics/newsletters-page';
import type { Screen } from './page-route';
import { PostByIdPage } from './post-page/post-by-id-page';
import { PostPage } from './post-page/post-page';
import { PreviewPage } from './preview/preview-page';
import type { screens as browserScreens } from './screens.browser';
import { SearchPage } from './search/search-page';
import { SitePageScreen } from './site-pages/site-page';
import { StylesPage } from './style-guide/styles-page';
import { SubscriptionStatusPage } from './subscription-status/subscription-status-page';
import { TagPage } from './tag/tag-page';

export const screens = {
  home: { Component: HomePage, module: 'src/site/home/home-page.tsx' },
  category: { Component: CategoryPage, module: 'src/site/category/category-page.tsx' },
  post: { Component: PostPage, module: 'src/site/post-page/post-page.tsx' },
  postById: { Component: PostByIdPage, module: 'src/site/post-page/post-by-id-page.tsx' },
  preview: { Component: PreviewPage, module: 'src/site/preview/preview-page.tsx' },
  page: { Component: SitePageScreen, module: 'src/site/site-pages/site-page.tsx' },
  newsletters: { Component: NewslettersPage, module: 'src/site/newsletter-topics/newsletters-page.tsx' },
  issues: { Component: IssuesPage, module: 'src/site/newsletter-archive/issues-page.tsx' },
  corrections: { Component: CorrectionsPage, module: 'src/site/corrections/corrections-page.tsx' },
  author: { Component: AuthorPage, module: 'src/site/author/author-page.tsx' },
  tag: { Component: TagPage, module: 'src/site/tag/tag-page.tsx' },
  search: { Component: SearchPage, module: 'src/site/search/search-page.tsx' },
  signIn: { Component: SignInPage, module: 'src/site/account/sign-in-page.tsx' },
  callback: { Component: CallbackPage, module: 'src/site/account/callback-page.tsx' },
  resetPassword: { Component: ResetPasswordPage, module: 'src/site/account/reset-password-page.tsx' },
  verifyEmail: { Component: VerifyEmailPage, module: 'src/site/account/verify-email-page.tsx' },
  mailedLink: { Component: MailedLinkPage, module: 'src/site/newsletter-preferences/mailed-link-page.tsx' },
  manageAccount: { Component: ManageAccountPage, module: 'src/site/account/manage-account-page.tsx' },
  subscribe: { Component: SubscribePage, module: 'src/site/checkout/subscribe-page.tsx' },
  subscriptionStatus: {
    Component: SubscriptionStatusPage,
    module: 'src/site/subscription-status/subscription-status-page.tsx',
  },
  styles: { Component: StylesPage, module: 'src/site/style-guide/styles-page.tsx' },
  // As many as the browser has: one that is missing here does not compile.
} satisfies Record<keyof typeof browserScreens, Screen>;

// The server build's `#screens`: every page at hand, because renderToString cannot wait for one.
import { AboutPage } from './about/about-page';
import { CallbackPage } from './account/callback-page';
import { ManageAccountPage } from './account/manage-account-page';
import { ResetPasswordPage } from './account/reset-password-page';
import { SignInPage } from './account/sign-in-page';
import { VerifyEmailPage } from './account/verify-email-page';
import { AuthorPage } from './author/author-page';
import { CategoryPage } from './category/category-page';
import { SubscribePage } from './checkout/subscribe-page';
import { ConsultancyPage } from './consultancy/consultancy-page';
import { ContactPage } from './contact/contact-page';
import { FaqsPage } from './faqs/faqs-page';
import { HomePage } from './home/home-page';
import { AgreementPage } from './legal/agreement-page';
import { PrivacyPage } from './legal/privacy-page';
import { IssuesPage } from './newsletter-archive/issues-page';
import { MailedLinkPage } from './newsletter-links/mailed-link-page';
import { NewslettersPage } from './newsletter-topics/newsletters-page';
import type { Screen } from './page-route';
import { PostByIdPage } from './post-page/post-by-id-page';
import { PostPage } from './post-page/post-page';
import type { screens as browserScreens } from './screens.browser';
import { SearchPage } from './search/search-page';
import { ServicePage } from './services/service-page';
import { registerServiceTexts, serviceText } from './services/service-texts';
import { ServicesPage } from './services/services-page';
import { StylesPage } from './style-guide/styles-page';
import { SubscriptionStatusPage } from './subscription-status/subscription-status-page';
import { TagPage } from './tag/tag-page';

registerServiceTexts(import.meta.glob('./services/texts/*.ts', { eager: true }));

export const screens = {
  home: { Component: HomePage, module: 'src/site/home/home-page.tsx' },
  category: { Component: CategoryPage, module: 'src/site/category/category-page.tsx' },
  post: { Component: PostPage, module: 'src/site/post-page/post-page.tsx' },
  postById: { Component: PostByIdPage, module: 'src/site/post-page/post-by-id-page.tsx' },
  services: { Component: ServicesPage, module: 'src/site/services/services-page.tsx' },
  service: {
    Component: ServicePage,
    module: 'src/site/services/service-page.tsx',
    exists: ({ slug = '' }) => serviceText(slug) !== undefined,
  },
  consultancy: { Component: ConsultancyPage, module: 'src/site/consultancy/consultancy-page.tsx' },
  newsletters: { Component: NewslettersPage, module: 'src/site/newsletter-topics/newsletters-page.tsx' },
  issues: { Component: IssuesPage, module: 'src/site/newsletter-archive/issues-page.tsx' },
  about: { Component: AboutPage, module: 'src/site/about/about-page.tsx' },
  contact: { Component: ContactPage, module: 'src/site/contact/contact-page.tsx' },
  faqs: { Component: FaqsPage, module: 'src/site/faqs/faqs-page.tsx' },
  privacy: { Component: PrivacyPage, module: 'src/site/legal/privacy-page.tsx' },
  agreement: { Component: AgreementPage, module: 'src/site/legal/agreement-page.tsx' },
  author: { Component: AuthorPage, module: 'src/site/author/author-page.tsx' },
  tag: { Component: TagPage, module: 'src/site/tag/tag-page.tsx' },
  search: { Component: SearchPage, module: 'src/site/search/search-page.tsx' },
  signIn: { Component: SignInPage, module: 'src/site/account/sign-in-page.tsx' },
  callback: { Component: CallbackPage, module: 'src/site/account/callback-page.tsx' },
  resetPassword: { Component: ResetPasswordPage, module: 'src/site/account/reset-password-page.tsx' },
  verifyEmail: { Component: VerifyEmailPage, module: 'src/site/account/verify-email-page.tsx' },
  newsletterLink: { Component: MailedLinkPage, module: 'src/site/newsletter-links/mailed-link-page.tsx' },
  manageAccount: { Component: ManageAccountPage, module: 'src/site/account/manage-account-page.tsx' },
  subscribe: { Component: SubscribePage, module: 'src/site/checkout/subscribe-page.tsx' },
  subscriptionStatus: {
    Component: SubscriptionStatusPage,
    module: 'src/site/subscription-status/subscription-status-page.tsx',
  },
  styles: { Component: StylesPage, module: 'src/site/style-guide/styles-page.tsx' },
  // As many as the browser has: one that is missing here does not compile.
} satisfies Record<keyof typeof browserScreens, Screen>;

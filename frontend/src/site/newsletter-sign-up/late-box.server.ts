// The server build's `#late-box`: at hand, because renderToString cannot wait.
import { NewsletterBox } from './newsletter-box';

export const LateNewsletterBox = NewsletterBox;

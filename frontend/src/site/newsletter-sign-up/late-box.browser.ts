// The browser build's `#late-box`: the sign-up below a text comes after the page. Until then what the server drew stands
// there, and can be typed in.
import { type ComponentType, lazy } from 'react';

export const LateNewsletterBox = lazy<ComponentType>(() =>
  import('./newsletter-box').then(
    ({ NewsletterBox }) => ({ default: NewsletterBox }),
    // Nobody misses an invitation that did not arrive.
    () => ({ default: () => null }),
  ),
);

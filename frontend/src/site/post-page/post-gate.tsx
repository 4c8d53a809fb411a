import type { ReactNode } from 'react';
import type { Post } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { SunMark } from '../../ui/sun-mark';
import { moneyText } from '../format/money';
import type { Gate } from './use-full-post';

/** Paywall: follows the opening of a gated post and says what is missing, and how to get it. */
export function PostGate({ post, gate, onRetry }: { post: Post; gate: Gate; onRetry: () => void }) {
  return (
    <>
      <div aria-hidden="true" className={gate === 'asking' ? 'unread-lines unread-asking' : 'unread-lines'} />
      <aside aria-labelledby="gate" className="post-gate">
        <SunMark className="w-11" />
        <Notice post={post} gate={gate} onRetry={onRetry} />
      </aside>
    </>
  );
}

function Notice({ post, gate, onRetry }: { post: Post; gate: Gate; onRetry: () => void }) {
  if (gate === 'asking') {
    return (
      <div role="status">
        <Title>One moment</Title>
        <p>The rest of this post is on its way.</p>
      </div>
    );
  }
  if (gate === 'failed') {
    return (
      <>
        <div role="alert">
          <Title>The rest did not arrive</Title>
          <p>The connection was lost or our server did not answer. What you have read so far stays here.</p>
        </div>
        <p className="gate-ways">
          <button type="button" className={buttonLook({ look: 'ember' })} onClick={onRetry}>
            Try again
          </button>
        </p>
      </>
    );
  }
  const left = `You have read the beginning; the whole post takes about ${post.reading_minutes} min.`;
  const here = `?post=${encodeURIComponent(post.slug)}`;
  if (post.access === 'registered') {
    return (
      <>
        <Title>Read on with a free account</Title>
        <p>{left} The rest is for registered readers. It costs nothing: an e-mail address and a password are enough.</p>
        <p className="gate-ways">
          <a href={`/auth/register${here}`} className={buttonLook({ look: 'ember' })}>
            Register
          </a>{' '}
          <a href={`/auth/login${here}`} className={buttonLook({ look: 'outline' })}>
            Sign in
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      <Title>Subscribe to read on</Title>
      <p>
        {left} The rest is for subscribers.{' '}
        {gate === 'no-subscription'
          ? 'You are signed in, but no subscription of this account is running. One that somebody else bought for your address counts once you have confirmed it.'
          : 'You pay once; nothing renews by itself.'}
      </p>
      {post.offers.length > 0 && (
        <ul aria-label="What it costs" className="gate-offers">
          {post.offers.map(({ name, price_minor, currency, months }) => (
            <li key={name}>
              <strong>{moneyText(price_minor, currency)}</strong> for {months} months, {name}
            </li>
          ))}
        </ul>
      )}
      <p className="gate-ways">
        <a href="/subscribe" className={buttonLook({ look: 'ember' })}>
          Subscribe
        </a>{' '}
        {gate === 'no-subscription' ? (
          <a href="/subscription-status" className={buttonLook({ look: 'outline' })}>
            Your subscription
          </a>
        ) : (
          <a href={`/auth/login${here}`} className={buttonLook({ look: 'outline' })}>
            Sign in
          </a>
        )}
      </p>
    </>
  );
}

function Title({ children }: { children: ReactNode }) {
  return (
    <h2 id="gate" className="headline text-2xl">
      {children}
    </h2>
  );
}

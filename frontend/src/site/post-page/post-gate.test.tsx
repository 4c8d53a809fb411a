import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { postView } from '../../testing/posts';
import { PostGate } from './post-gate';
import type { Gate } from './use-full-post';

const show = (access: 'registered' | 'subscribers', gate: Gate, onRetry = () => {}) =>
  render(<PostGate post={postView({ access, gated: true, slug: 'long-rains' })} gate={gate} onRetry={onRetry} />);
const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('says to strangers what is missing and leads them there and back', () => {
  show('registered', 'stranger');
  expect(screen.getByRole('heading')).toHaveTextContent('Read on with a free account');
  expect(leadsTo('Register')).toBe('/auth/register?post=long-rains');
  expect(leadsTo('Sign in')).toBe('/auth/login?post=long-rains');
});

it('asks strangers to subscribe, or to sign in when they have', () => {
  show('subscribers', 'stranger');
  expect(screen.getByRole('complementary', { name: 'Subscribe to read on' })).toBeVisible();
  expect(screen.queryByRole('list')).toBeNull();
  expect(leadsTo('Subscribe')).toBe('/subscribe');
  expect(leadsTo('Sign in')).toBe('/auth/login?post=long-rains');
});

it('names what it costs, as the server has it', () => {
  const offers = [
    { name: 'Digital', price_minor: 300, currency: 'USD', months: 8 },
    { name: 'Print + Digital', price_minor: 450, currency: 'USD', months: 12 },
  ];
  render(
    <PostGate
      post={postView({ access: 'subscribers', gated: true, offers })}
      gate="no-subscription"
      onRetry={() => {}}
    />,
  );
  const prices = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(prices).toEqual(['$3 for 8 months, Digital', '$4.50 for 12 months, Print + Digital']);
});

it('tells somebody who is signed in that the account has no subscription', () => {
  show('subscribers', 'no-subscription');
  expect(screen.getByText(/no subscription of this account is running/)).toBeVisible();
  expect(leadsTo('Your subscription')).toBe('/subscription-status');
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
});

it('offers another try when the rest did not arrive', async () => {
  const retry = vi.fn();
  show('registered', 'failed', retry);
  expect(screen.getByRole('alert')).toHaveTextContent('The rest did not arrive');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

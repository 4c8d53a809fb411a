import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { siteDetails } from '../../api/queries/site';
import { server } from '../../testing/server';
import { siteAnswer } from '../../testing/site';
import { NewsletterForm } from './newsletter-form';
import { mayShowPopup } from './newsletter-storage';

function draw() {
  const client = new QueryClient();
  client.setQueryData(siteDetails().queryKey, siteAnswer, { updatedAt: Date.now() + 60_000 });
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  return render(
    <QueryClientProvider client={client}>
      <NewsletterForm />
    </QueryClientProvider>,
  );
}

async function subscribe(address = 'reader@example.com') {
  await userEvent.type(screen.getByLabelText('E-mail address'), address);
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
}

// A sign-up is counted too.
beforeEach(() => server.use(http.post('/api/analytics/track', () => new HttpResponse(null, { status: 202 }))));

const answers = (body: object, status = 200) =>
  server.use(http.post('/api/newsletter/subscribe', () => HttpResponse.json(body, { status })));

it('rests after a success, with the words of the server', async () => {
  let sent: unknown;
  server.use(
    http.post('/api/newsletter/subscribe', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ message: 'Almost there: confirm the link we e-mailed you.', status: 'pending' });
    }),
  );
  draw();
  await subscribe();
  expect(await screen.findByRole('button', { name: 'Subscribed' })).toBeDisabled();
  expect(screen.getByLabelText('E-mail address')).toBeDisabled();
  expect(screen.getByRole('status')).toHaveTextContent('Almost there: confirm the link we e-mailed you.');
  expect(sent).toEqual({ email: 'reader@example.com', website: '' });
  expect(mayShowPopup(Date.now() + 400 * 24 * 3600 * 1000)).toBe(false);
});

it('is sent again under the same key, so that nobody is mailed twice', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post('/api/newsletter/subscribe', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ message: '', status: 'pending' });
    }),
  );
  draw();
  await subscribe();
  await screen.findByText('Subscription failed.');
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  await screen.findByRole('button', { name: 'Subscribed' });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

it('has words of its own when the server sends none', async () => {
  answers({});
  draw();
  await subscribe();
  expect(await screen.findByText("You're now subscribed!")).toBeInTheDocument();
});

it("shows the server's reason and keeps what was typed", async () => {
  answers({ error: 'That is not an e-mail address.', message: '', code: 'newsletter.invalid' }, 422);
  draw();
  await subscribe();
  expect(await screen.findByRole('alert')).toHaveTextContent('That is not an e-mail address.');
  expect(screen.getByLabelText('E-mail address')).toHaveValue('reader@example.com');
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
});

it.each([
  ['nothing came back', () => HttpResponse.error()],
  ['something else came back', () => new HttpResponse('<html>', { status: 502 })],
])('says Subscription failed. when %s', async (_, answer) => {
  server.use(http.post('/api/newsletter/subscribe', answer));
  draw();
  await subscribe();
  expect(await screen.findByRole('alert')).toHaveTextContent('Subscription failed.');
  expect(mayShowPopup(Date.now())).toBe(true);
});

it('hides the trap from people and screen readers, without a style sheet too', () => {
  draw();
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  const trap = document.querySelector('input[name=website]');
  expect(trap?.closest('[hidden]')).toHaveTextContent('Leave this empty');
});

it('is posted by the browser where no script takes it over, and shows what the server answers', () => {
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <NewsletterForm typed="reader@" problem="Enter an e-mail address such as name@example.com." />
    </QueryClientProvider>,
  );
  const form = screen.getByLabelText('E-mail address').closest('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/newsletter/subscribe');
  expect(screen.getByLabelText('E-mail address')).toHaveValue('reader@');
  expect(screen.getByRole('alert')).toHaveTextContent('Enter an e-mail address such as name@example.com.');
});

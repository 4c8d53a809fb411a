import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialHandlers, readerToken, renderAdmin, staffToken, tokenOf } from '../../testing/admin';
import { server } from '../../testing/server';

const assign = vi.fn();

beforeEach(() => {
  assign.mockClear();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  server.use(...initialHandlers());
});

test('without a session the admin area opens the sign-in screen', async () => {
  renderAdmin('/admin');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
});

test('staff see the admin area', async () => {
  localStorage.setItem('admin_token', staffToken());
  renderAdmin('/admin');
  expect(await screen.findByRole('heading', { name: 'All Posts' })).toBeVisible();
});

test('a token that cannot be read is removed, and the console says so', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('admin_token', 'nonsense');
  renderAdmin('/admin');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(localStorage.getItem('admin_token')).toBeNull();
  expect(consoleError).toHaveBeenCalledWith('Invalid token format');
});

test('an old token is renewed before anybody is sent away', async () => {
  const fresh = staffToken();
  localStorage.setItem('admin_token', tokenOf({ sub: '1', exp: 1, is_admin: true }));
  server.use(http.post('/api/auth/refresh', () => HttpResponse.json({ token: fresh })));
  renderAdmin('/admin');
  expect(await screen.findByRole('heading', { name: 'All Posts' })).toBeVisible();
  expect(localStorage.getItem('admin_token')).toBe(fresh);
});

test('an old token that cannot be renewed is removed', async () => {
  localStorage.setItem('admin_token', tokenOf({ sub: '1', exp: 1, is_admin: true }));
  server.use(
    http.post('/api/auth/refresh', () =>
      HttpResponse.json({ error: 'Your session has expired.', code: 'auth.session_expired' }, { status: 401 }),
    ),
  );
  renderAdmin('/admin');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(localStorage.getItem('admin_token')).toBeNull();
});

test('a session that is not staff goes to the readers’ sign-in by a document load', async () => {
  localStorage.setItem('admin_token', readerToken());
  renderAdmin('/admin');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/auth/login'));
});

test('on the sign-in screen staff go on to the admin area', async () => {
  localStorage.setItem('admin_token', staffToken());
  const router = renderAdmin('/admin-auth');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('on the sign-in screen signed-in readers go home', async () => {
  localStorage.setItem('token', readerToken());
  renderAdmin('/admin-auth');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
});

test('signing in keeps what was typed when it fails, and opens the admin area when it works', async () => {
  const user = userEvent.setup();
  const router = renderAdmin('/admin-auth');
  await user.type(await screen.findByLabelText(/Email/), 'editor@example.com');
  await user.type(screen.getByLabelText(/^Password/), 'a long password');

  server.use(
    http.post('/api/auth/admin/login', () =>
      HttpResponse.json({ error: 'E-mail or password is wrong.', code: 'auth.invalid' }, { status: 401 }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('E-mail or password is wrong.')).toBeVisible();
  expect(screen.getByLabelText(/Email/)).toHaveValue('editor@example.com');
  expect(screen.getByLabelText(/^Password/)).toHaveValue('a long password');

  server.use(http.post('/api/auth/admin/login', () => HttpResponse.json({ token: staffToken() })));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('an answer that is not our server’s reads: Something went wrong', async () => {
  const user = userEvent.setup();
  server.use(http.post('/api/auth/admin/login', () => new HttpResponse('<html>', { status: 502 })));
  renderAdmin('/admin-auth');
  await user.type(await screen.findByLabelText(/Email/), 'editor@example.com');
  await user.type(screen.getByLabelText(/^Password/), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Something went wrong')).toBeVisible();
});

test('a token that does not say admin never gets into the staff slot', async () => {
  const user = userEvent.setup();
  server.use(http.post('/api/auth/admin/login', () => HttpResponse.json({ token: readerToken() })));
  renderAdmin('/admin-auth');
  await user.type(await screen.findByLabelText(/Email/), 'reader@example.com');
  await user.type(screen.getByLabelText(/^Password/), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(localStorage.getItem('admin_token')).toBeNull();
});

test.each(['/admin-auth', '/admin'])('while there is no account %s leads to making the first one', async (path) => {
  const user = userEvent.setup();
  let sent: unknown;
  server.use(
    http.post('/api/auth/admin/register', async ({ request }) => {
      sent = await request.json();
      const error = 'This is not the set-up code.';
      return HttpResponse.json({ error, code: 'auth.set_up_code' }, { status: 403 });
    }),
  );
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  server.use(http.get('/api/auth/admin/register', () => HttpResponse.json({ first_account: 'set_up_code' })));
  renderAdmin(path);
  await user.type(await screen.findByLabelText(/Set-up code/), 'abc-123');
  expect(screen.queryByLabelText(/Invite code/)).toBeNull();
  await user.type(screen.getByLabelText(/Email/), 'first@example.com');
  await user.type(screen.getByLabelText(/^Password/), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText('This is not the set-up code.')).toBeVisible();
  expect(sent).toEqual({ email: 'first@example.com', password: 'a long password', setup_code: 'abc-123' });
  expect(screen.getByLabelText(/Set-up code/)).toHaveValue('abc-123');
});

test('the printed address brings the set-up code along', async () => {
  server.use(http.get('/api/auth/admin/register', () => HttpResponse.json({ first_account: 'set_up_code' })));
  renderAdmin('/admin-auth?setup_code=abc-123');
  expect(await screen.findByLabelText(/Set-up code/)).toHaveValue('abc-123');
});

test('where the first account is made on the server, the screen says how', async () => {
  server.use(http.get('/api/auth/admin/register', () => HttpResponse.json({ first_account: 'command' })));
  renderAdmin('/admin-auth');
  expect(await screen.findByText(/^mwanga admin create/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('with an administrator registering asks for an invite alone', async () => {
  const user = userEvent.setup();
  renderAdmin('/admin-auth');
  await user.click(await screen.findByRole('button', { name: 'Register' }));
  expect(screen.getByLabelText(/Invite code/)).toBeVisible();
  expect(screen.queryByLabelText(/Set-up code/)).toBeNull();
});

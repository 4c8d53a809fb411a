import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import { screens } from '../screens';

const refusal = 'This is for administrators.';
const paths = screens.filter(({ role }) => role === 'administrator').map(({ path }) => path);

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const refuse = () => HttpResponse.json({ error: refusal, message: refusal, code: 'auth.forbidden' }, { status: 403 });
  server.use(...initialHandlers(), http.get('/api/admin/*', refuse));
});

test.each(paths)('an editor who comes to %s is told at once that it is for administrators', async (path) => {
  renderAdmin(path);
  expect(await screen.findByRole('alert')).toHaveTextContent(refusal);
});

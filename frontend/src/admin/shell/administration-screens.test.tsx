import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const refusal = 'This is for administrators.';

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const refuse = () => HttpResponse.json({ error: refusal, message: refusal, code: 'auth.forbidden' }, { status: 403 });
  const screens = ['settings', 'navigation', 'front-page', 'staff', 'subscribers', 'doctor', 'backups'];
  server.use(
    ...initialHandlers(),
    ...screens.flatMap((path) => [http.get(`/api/admin/${path}`, refuse), http.get(`/api/admin/${path}/*`, refuse)]),
  );
});

test.each(['settings', 'navigation', 'front-page', 'staff', 'subscribers', 'doctor', 'backups'])(
  'an editor who comes to %s is told at once that it is for administrators',
  async (path) => {
    renderAdmin(`/admin/${path}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(refusal);
  },
);

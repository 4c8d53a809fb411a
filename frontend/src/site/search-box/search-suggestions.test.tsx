import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server } from '../../testing/server';
import { attachSuggestions } from './search-suggestions';

beforeEach(() => {
  server.use(
    http.get('*/api/search/suggest', ({ request }) => {
      const titles = new URL(request.url).searchParams.get('q') === 'so' ? ['Solar pumps', 'Soil'] : [];
      const data = titles.map((title, id) => ({
        id,
        slug: `post-${id}`,
        title: ['', title.slice(0, 2), title.slice(2)],
      }));
      return HttpResponse.json({ data });
    }),
  );
});

function field(): HTMLInputElement {
  document.body.innerHTML = '<form><input></form>';
  const input = document.querySelector('input') as HTMLInputElement;
  act(() => {
    attachSuggestions(input);
    attachSuggestions(input);
  });
  return input;
}

it('offers posts while somebody types, chosen by keys', async () => {
  const input = field();
  await userEvent.type(input, 'so');
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Solar pumps', 'Soil']);
  expect(input).toHaveAttribute('role', 'combobox');
  expect(input).toHaveAttribute('aria-expanded', 'true');
  await userEvent.type(input, '{ArrowDown}{ArrowDown}');
  const second = options[1] as HTMLElement;
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(input).toHaveAttribute('aria-activedescendant', second.id);
  await userEvent.type(input, '{ArrowDown}');
  expect(input).not.toHaveAttribute('aria-activedescendant');
  const followed: string[] = [];
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    followed.push((event.target as HTMLAnchorElement).getAttribute('href') ?? '');
  };
  document.addEventListener('click', follow, { once: true });
  await userEvent.type(input, '{ArrowUp}{Enter}', { skipClick: true });
  expect(followed).toEqual(['/post/slug/post-1']);
});

it('takes them away when they are no longer meant', async () => {
  const input = field();
  await userEvent.type(input, 'so');
  await screen.findAllByRole('option');
  await userEvent.type(input, 'x');
  await screen.findByRole('listbox', { hidden: true });
  await expect.poll(() => screen.queryAllByRole('option')).toHaveLength(0);
  await expect.poll(() => input.getAttribute('aria-expanded')).toBe('false');
});

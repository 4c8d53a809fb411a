import { expect, it } from 'vitest';
import type { Menus, MenuTarget } from '../../api/types';
import { nameOf, toDraft, toMenu } from './menus';

const tech = { kind: 'category' as const, target: 'tech', label: '' };
const menus: Menus = {
  bar: [tech, { kind: 'link', target: '/about', label: 'Who we are' }],
  services: [],
  menu: [{ title: 'More', page: '', text: '', entries: [tech] }],
  footer: [{ title: 'Desk', page: 'about', text: 'We write.', entries: [tech, tech] }],
};

it('a menu that nobody changed goes back as it came, key by key', () => {
  for (const name of ['bar', 'menu', 'services', 'footer'] as const) {
    expect(JSON.stringify(toMenu(toDraft(menus, name), name))).toBe(JSON.stringify(menus[name]));
  }
});

it('entries that are alike are told apart while they are edited', () => {
  const [desk] = toDraft(menus, 'footer');
  expect(new Set(desk?.entries.map(({ id }) => id)).size).toBe(2);
});

it('an entry is called by its label, else by its target, else by what it names', () => {
  const targets: MenuTarget[] = [
    { kind: 'category', target: 'tech', name: 'Technology', path: '/category/tech', is_public: true },
  ];
  expect(nameOf(tech, targets)).toBe('Technology');
  expect(nameOf({ ...tech, label: 'Machines' }, targets)).toBe('Machines');
  expect(nameOf({ ...tech, kind: 'tag' }, targets)).toBe('tech');
});

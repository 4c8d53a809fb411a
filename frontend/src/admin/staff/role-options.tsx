import type { Role } from '../../api/types';

/** The roles of the newsroom in words, from the fewest rights to the most. */
export const ROLES: readonly { role: Role; label: string; may: string }[] = [
  { role: 'contributor', label: 'Contributor', may: 'writes drafts, which editors approve' },
  { role: 'author', label: 'Author', may: 'writes and publishes their own posts' },
  { role: 'editor', label: 'Editor', may: 'writes, publishes and sends the newsletter' },
  { role: 'admin', label: 'Administrator', may: 'also looks after staff, settings and refunds' },
];

export function roleLabel(role: Role): string {
  return ROLES.find((one) => one.role === role)?.label ?? 'Reader';
}

/** As "an editor". */
export function roleWithArticle(role: Role): string {
  const label = roleLabel(role).toLowerCase();
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}

export function RoleOptions() {
  return ROLES.map(({ role, label }) => (
    <option key={role} value={role}>
      {label}
    </option>
  ));
}

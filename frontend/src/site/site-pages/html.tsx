import type { ElementType } from 'react';

type HtmlProps = { as?: ElementType; html: string; className?: string; id?: string; href?: string };

/** HTML that the server has cleaned. Blocks in it have their direction; a title follows its first letters. */
export function Html({ as: Element = 'div', html, ...attributes }: HtmlProps) {
  const dir = Element === 'div' ? undefined : 'auto';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server with one allow-list
  return <Element dir={dir} {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

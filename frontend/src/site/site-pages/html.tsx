import type { ElementType } from 'react';

type HtmlProps = { as?: ElementType; html: string; className?: string; id?: string; href?: string };

/** HTML that the server has cleaned. */
export function Html({ as: Element = 'div', html, ...attributes }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server with one allow-list
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

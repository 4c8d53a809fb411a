import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JsonLd, takeJsonLd } from './json-ld';

it('leaves each block once, and nothing in it can end its element', () => {
  const headline = '</script><script>alert(1)</script>';
  const { container } = render(<JsonLd data={[{ headline }, { name: 'two' }]} />);
  expect(container.innerHTML).toBe('');
  const blocks = takeJsonLd().split('</script>').slice(0, -1);
  expect(blocks).toHaveLength(2);
  const [first = '', second = ''] = blocks.map((block) => block.replace('<script type="application/ld+json">', ''));
  expect(first).not.toContain('<');
  expect(JSON.parse(first)).toEqual({ '@context': 'https://schema.org', headline });
  expect(JSON.parse(second).name).toBe('two');
  expect(takeJsonLd()).toBe('');
});

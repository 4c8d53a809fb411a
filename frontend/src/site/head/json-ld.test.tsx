import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JsonLd } from './json-ld';

it('cannot be ended by the text inside it', () => {
  const { container } = render(<JsonLd data={{ headline: '</script><script>alert(1)</script>' }} />);
  const script = container.querySelector('script');
  expect(script?.innerHTML).not.toContain('<');
  expect(JSON.parse(script?.textContent ?? '')).toEqual({ headline: '</script><script>alert(1)</script>' });
});

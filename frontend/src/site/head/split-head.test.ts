import { expect, it } from 'vitest';
import { splitHead } from './split-head';

it('cuts the head tags off the start and nothing else', () => {
  const head = '<title>A &lt;b&gt;</title><meta name="description" content="x"/><link rel="canonical" href="/a"/>';
  const html = '<a href="#content">Skip</a><main><title>not one of ours</title></main>';
  expect(splitHead(head + html)).toEqual({ head, html });
});

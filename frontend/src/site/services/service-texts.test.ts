import { describe, expect, it } from 'vitest';
import { consultancyText } from '../consultancy/consultancy-text';
import { services } from '../layout/navigation-links';
import { serviceGroups } from './service-groups';
import type { ServiceText } from './service-text';

const modules = import.meta.glob<{ text: ServiceText }>('./texts/*.ts', { eager: true });
const pages: [string, ServiceText][] = Object.entries(modules).map(([file, { text }]) => [
  file.replace(/^.*\/(.+)\.ts$/, '$1'),
  text,
]);
pages.push(['consultancy', consultancyText]);

/** Everything the page says that is its own, a paragraph an entry. */
function paragraphs(text: ServiceText): string[] {
  const steps = text.steps.flatMap((step) => [step.title, step.text]);
  return [
    text.description,
    text.lead,
    ...text.about,
    ...text.forWhom,
    ...steps,
    ...text.gets,
    ...text.leavesOut,
    ...text.questions,
  ];
}

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}'’-]*/gu) ?? [];

const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => words(sentence).join(' '))
    .filter(Boolean);

/** Runs of five words, by which a paragraph that was only reworded is still known. */
function runs(text: string): Set<string> {
  const all = words(text);
  return new Set(all.slice(4).map((_, index) => all.slice(index, index + 5).join(' ')));
}

describe('the service pages', () => {
  it('are those of the menu and of the index, each once', () => {
    const slugs = services.map(({ href }) => href.replace('/services/', '')).sort();
    const indexed = serviceGroups.flatMap((group) => group.services.map(({ href }) => href.replace('/services/', '')));
    expect(
      pages
        .map(([slug]) => slug)
        .filter((slug) => slug !== 'consultancy')
        .sort(),
    ).toEqual(slugs);
    expect(indexed.sort()).toEqual(slugs);
    expect(slugs).toHaveLength(15);
  });

  it.each(pages)('%s says at least 250 different words', (_, text) => {
    expect(new Set(words(paragraphs(text).join(' '))).size).toBeGreaterThanOrEqual(250);
  });

  it('share no sentence, and no paragraph with another wording', () => {
    const shared: string[] = [];
    for (const [at, [slug, text]] of pages.entries()) {
      const own = paragraphs(text);
      const ownSentences = own.flatMap(sentences);
      expect(new Set(ownSentences).size, `${slug} repeats itself`).toBe(ownSentences.length);
      for (const [other, otherText] of pages.slice(at + 1)) {
        const theirs = new Set(paragraphs(otherText).flatMap(sentences));
        shared.push(
          ...ownSentences.filter((sentence) => theirs.has(sentence)).map((one) => `${slug}, ${other}: ${one}`),
        );
        for (const mine of own) {
          for (const paragraph of paragraphs(otherText)) {
            const their = runs(paragraph);
            const same = [...runs(mine)].filter((run) => their.has(run));
            if (same.length > 1) shared.push(`${slug}, ${other}: ${same[0]}`);
          }
        }
      }
    }
    expect(shared).toEqual([]);
  });
});

// The product's words of pages, which lie where the server reads them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../../crates/core/src/built_in_pages/words');
const files = readdirSync(folder).map((file) => file.replace('.html', ''));

/** The head and the text of a page's file; a line that begins with a blank goes on with the one before. */
function wordsOf(key: string): { head: string; text: Document } {
  const file = readFileSync(join(folder, `${key}.html`), 'utf8').replaceAll(/\n +/g, ' ');
  const [head = '', ...text] = file.split('\n\n');
  return { head, text: new DOMParser().parseFromString(text.join(''), 'text/html') };
}

const isOffer = (key: string) => wordsOf(key).head.includes('layout: offer');
const pages: [string, string[]][] = files.filter(isOffer).map((key) => [key, paragraphs(key)]);

/** Everything the page says that is its own, a paragraph an entry. */
function paragraphs(key: string): string[] {
  const { head, text } = wordsOf(key);
  const own = head.split('\n').filter((line) => /^(lead|description): /.test(line));
  const said = [...text.querySelectorAll('p, h3, li')].filter(
    (element) => !element.closest('[data-block=contact], hr ~ *') && !element.querySelector('p, h3'),
  );
  return [...own.map((line) => line.replace(/^\w+: /, '')), ...said.map(({ textContent }) => textContent ?? '')];
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
  it('are those of the index, each once', () => {
    const links = [...wordsOf('services').text.querySelectorAll('[data-block=cards] a')];
    const indexed = links.map((link) => (link.getAttribute('href') ?? '').replace('/services/', ''));
    const services = pages.map(([slug]) => slug).filter((slug) => slug !== 'consultancy');
    expect(indexed.sort()).toEqual(services.sort());
    expect(services).toHaveLength(15);
  });

  it.each(pages)('%s says at least 250 different words', (_, said) => {
    expect(new Set(words(said.join(' '))).size).toBeGreaterThanOrEqual(250);
  });

  it('share no sentence, and no paragraph with another wording', () => {
    const shared: string[] = [];
    const runsOf = new Map(pages.flatMap(([, said]) => said.map((paragraph) => [paragraph, runs(paragraph)])));
    for (const [at, [slug, own]] of pages.entries()) {
      const ownSentences = own.flatMap(sentences);
      expect(new Set(ownSentences).size, `${slug} repeats itself`).toBe(ownSentences.length);
      for (const [other, otherOwn] of pages.slice(at + 1)) {
        const theirs = new Set(otherOwn.flatMap(sentences));
        shared.push(
          ...ownSentences.filter((sentence) => theirs.has(sentence)).map((one) => `${slug}, ${other}: ${one}`),
        );
        for (const mine of own) {
          for (const paragraph of otherOwn) {
            const their = runsOf.get(paragraph);
            const same = [...(runsOf.get(mine) ?? [])].filter((run) => their?.has(run));
            if (same.length > 1) shared.push(`${slug}, ${other}: ${same[0]}`);
          }
        }
      }
    }
    expect(shared).toEqual([]);
  });
});

describe('the frequent questions', () => {
  const answerTo = (question: string) =>
    [...wordsOf('faqs').text.querySelectorAll('details')].find(
      (details) => details.querySelector('summary')?.textContent === question,
    );

  it('say which way of paying is offered, and which are planned', () => {
    const answer = answerTo('How can I pay?')?.textContent;
    expect(answer).toContain('Our checkout offers one way at present: the {wallet} wallet.');
    expect(answer).toContain('Card, mobile money and a second provider are planned; none of them is offered today.');
  });

  it('say how an account is deleted', () => {
    const answer = answerTo('How do I delete my account?');
    expect(answer?.textContent).toContain('On your account page, under “Delete account”.');
    expect(answer?.querySelector('a')?.getAttribute('href')).toBe('/manage-account');
  });
});

import { plainText } from './story-headings';

type StoryReview = { name: string; score: number; verdict: string; pros: string[]; cons: string[] };

/** The boxes of reviews in a post's clean HTML. They hold plain text, in the one shape that the server writes. */
export function storyReviews(html: string): StoryReview[] {
  const boxes = html.matchAll(/<aside data-block="review"><h3>([^<]*)<\/h3>([\s\S]*?)<\/aside>/g);
  return Array.from(boxes, ([, name = '', rest = '']) => ({
    name: plainText(name, ''),
    score: Number(/<p data-block="score"><strong>([\d.]+)<\/strong>/.exec(rest)?.[1]),
    verdict: plainText(/<p data-block="verdict">([^<]*)<\/p>/.exec(rest)?.[1] ?? '', ''),
    pros: listed(/<ul data-block="pros">(.*?)<\/ul>/s.exec(rest)?.[1]),
    cons: listed(/<ul data-block="cons">(.*?)<\/ul>/s.exec(rest)?.[1]),
  }));
}

function listed(items = ''): string[] {
  return Array.from(items.matchAll(/<li>([^<]*)<\/li>/g), ([, text = '']) => plainText(text, ''));
}

/** What one service page says. Every list item and paragraph is a sentence or more, and belongs to one page alone. */
export type ServiceText = {
  /** For search engines, one sentence. */
  description: string;
  /** The sentence under the title. */
  lead: string;
  /** What is offered and why, in two or three paragraphs. */
  about: string[];
  forWhom: string[];
  /** How it goes, in order. */
  steps: { title: string; text: string }[];
  gets: string[];
  leavesOut: string[];
  /** To ask anybody who sells this, us included. */
  questions: string[];
};

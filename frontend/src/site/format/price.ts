// A word of another script says a currency, too: "1,200 جنيه", "900 ብር".
const hasCurrency =
  /\p{Sc}|[^\P{L}\p{sc=Latn}]|\b(?:[A-Z]{3}\b|[KkTtUu]?[Ss]h(?:s?\b|il)|.(?:irr|aira|ranc|inar|irham))/u;

/** A deal's price as readers see it: "$" goes before the number only where no currency is written. */
export function priceText(price: string): string {
  const trimmed = price.trim();
  if (hasCurrency.test(trimmed)) return trimmed;
  return trimmed.replace(/\d/, '$$$&');
}

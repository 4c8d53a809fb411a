const hasCurrency = /\p{Sc}|\b[A-Z]{3}\b|\b[KkTtUu]?[Ss]h(?:s|illings?)?\b/u;

/** A deal's price as readers see it: "$" goes before the number only where no currency is written. */
export function priceText(price: string): string {
  const trimmed = price.trim();
  if (hasCurrency.test(trimmed)) return trimmed;
  return trimmed.replace(/\d/, '$$$&');
}

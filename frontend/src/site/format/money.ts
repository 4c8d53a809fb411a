import { amountStyle, inDigits } from './dates';

/** An amount in minor units as readers see it: "$3", "$3.50", "KES 1,300". */
export function moneyText(minor: number, currency: string): string {
  const { decimal, group, patterns } = amountStyle() ?? { decimal: '.', group: ',', patterns: { USD: '$%' } };
  const [whole = '', cents] = (minor / 100).toFixed(2).split('.');
  const amount = whole.replace(/\B(?=(\d{3})+$)/g, group) + (minor % 100 ? decimal + cents : '');
  const pattern = patterns[currency] ?? patterns[''] ?? '¤ %';
  return inDigits(pattern.replace('%', amount).replace('¤', currency));
}

/** An amount in minor units as readers see it: "$3", "$3.50", "KES 300". */
export function moneyText(minor: number, currency: string): string {
  const amount = minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2);
  return currency === 'USD' ? `$${amount}` : `${currency} ${amount}`;
}

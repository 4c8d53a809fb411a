import { SunMark } from '../../ui/sun-mark';

/** The mark and the name beside it, on one line: a name that is too long for its place is cut. */
export function Logo({ brand }: { brand: string }) {
  return (
    <span className="logo">
      <SunMark />
      <span className="logo-name">{brand}</span>
    </span>
  );
}

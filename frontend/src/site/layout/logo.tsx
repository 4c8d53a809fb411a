import { SunMark } from '../../ui/sun-mark';

/** The mark and the name beside it. */
export function Logo({ brand }: { brand: string }) {
  return (
    <span className="logo">
      <SunMark />
      {brand}
    </span>
  );
}

import { SunMark } from '../../ui/sun-mark';
import { ThemedPicture } from '../../ui/themed-picture';
import { useSite } from '../hooks/use-site';

/** The newsroom's logo, else the sign and the name beside it. A longer name is written smaller, and never cut. */
export function Logo({ brand }: { brand: string }) {
  const { logo, mark } = useSite();
  const picture = logo ?? mark;
  return (
    <span className={brand.length > 7 ? 'logo logo-long' : 'logo'}>
      {picture ? <ThemedPicture picture={picture} className={logo ? 'logo-picture' : 'logo-mark'} /> : <SunMark />}
      {!logo && <span className="logo-name">{brand}</span>}
    </span>
  );
}

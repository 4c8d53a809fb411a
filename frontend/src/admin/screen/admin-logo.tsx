import { useQuery } from '@tanstack/react-query';
import { siteDetails } from '../../api/queries/site';
import { cn } from '../../ui/cn';
import { SunMark } from '../../ui/sun-mark';
import { ThemedPicture } from '../../ui/themed-picture';

/** The sign, and the publication's name. It is the text of links: until the name is known, they have one. */
export function AdminLogo() {
  const { data: site } = useQuery(siteDetails());
  return (
    <span
      className={cn(
        'flex min-w-0 items-end gap-2 font-serif text-xl leading-none font-semibold tracking-tight wrap-anywhere',
        site && site.brand.length > 12 && 'items-center text-base leading-none',
      )}
    >
      {site?.mark ? (
        <ThemedPicture picture={site.mark} className="size-8 shrink-0 object-contain" />
      ) : (
        <SunMark className="w-8 shrink-0" />
      )}
      {site?.brand ?? <span className="sr-only">Home</span>}
    </span>
  );
}

import type { Banner } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ErrorLine } from '../screen/error-line';
import { formatMoment, fromPickerValue, toPickerValue } from '../time/publication-time';
import { completedAddress } from '../web-address';

const none: Banner = { text: '', label: 'Breaking', href: '', ends_at: null };

type BannerFieldsProps = { banner: Banner; saved: Banner; error?: string; onChange: (banner: Banner) => void };

/** One line above everything on home, until its end. */
export function BannerFields({ banner, saved, error, onChange }: BannerFieldsProps) {
  const set = (changes: Partial<Banner>) => onChange({ ...banner, ...changes });
  const end = fromPickerValue(toPickerValue(banner.ends_at));
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-2">{stateOf(saved)}</p>
      {error && <ErrorLine>{error}</ErrorLine>}
      <Field label="Text" hint="At most 120 characters. Without a text there is no banner.">
        <Input value={banner.text} maxLength={120} onChange={(event) => set({ text: event.target.value })} />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <Field label="Label" hint="Shown before the text.">
          <Input value={banner.label} maxLength={20} onChange={(event) => set({ label: event.target.value })} />
        </Field>
        <Field label="Ends" hint={`In ${zonePlace()} time. Readers do not see the banner after that.`}>
          <Input
            type="datetime-local"
            className="tabular-nums"
            value={toPickerValue(banner.ends_at)}
            onChange={(event) => {
              const at = fromPickerValue(event.target.value);
              set({ ends_at: at === null ? null : new Date(at).toISOString() });
            }}
          />
        </Field>
      </div>
      <Field label="Link" hint="Optional. An address such as /post/slug/my-post or https://example.com.">
        <Input
          value={banner.href}
          maxLength={300}
          onChange={(event) => set({ href: event.target.value })}
          onBlur={() => {
            const href = completedAddress(banner.href ?? '');
            if (href !== (banner.href ?? '')) set({ href });
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {[1, 6, 24].map((hours) => (
          <Button
            key={hours}
            look="outline"
            size="sm"
            className="min-h-11"
            onClick={() => set({ ends_at: inHours(hours) })}
          >
            Ends in {hours === 1 ? '1 hour' : `${hours} hours`}
          </Button>
        ))}
        {(banner.text !== '' || end !== null) && (
          <Button look="quiet" size="sm" className="min-h-11" onClick={() => onChange(none)}>
            Remove the banner
          </Button>
        )}
      </div>
    </div>
  );
}

/** What readers see now. */
function stateOf({ text, ends_at: end }: Banner): string {
  if (text === '' || !end) return 'There is no banner now.';
  const isOver = new Date(end).getTime() <= Date.now();
  return isOver ? `“${text}” ended ${formatMoment(end)}.` : `“${text}” is shown until ${formatMoment(end)}.`;
}

/** At the full minute, as the field shows it. */
function inHours(hours: number): string {
  const at = Date.now() + hours * 3_600_000;
  return new Date(at - (at % 60_000)).toISOString();
}

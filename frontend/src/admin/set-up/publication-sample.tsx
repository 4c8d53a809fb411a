import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import type { Shades } from '../../api/types';
import { cn } from '../../ui/cn';
import { SunMark } from '../../ui/sun-mark';
import { shadesQuery } from '../calls/set-up';
import type { SettingForm } from './setting-form';

type Theme = 'light' | 'dark';

/** The top of a page as the answers make it, in each of these themes. */
export function PublicationSample({ form, themes }: { form: SettingForm; themes: Theme[] }) {
  const { shades } = useShades(String(form.value('look.accent') ?? ''));
  return (
    <section
      aria-label="Sample"
      // Two of them are small on a phone and stand above the fields, so that a choice is seen where it is made.
      className={cn(
        'grid content-start gap-2 sm:gap-4',
        themes.length > 1 && 'grid-cols-2 max-lg:order-first lg:max-xl:grid-cols-1',
      )}
    >
      {themes.map((theme) => (
        <Panel key={theme} theme={theme} form={form} shades={shades} isSmall={themes.length > 1} />
      ))}
    </section>
  );
}

type PanelProps = { theme: Theme; form: SettingForm; shades?: Shades; isSmall: boolean };

function Panel({ theme, form, shades, isSmall }: PanelProps) {
  const text = (key: string) => String(form.value(key) ?? '');
  return (
    <div
      className={cn(
        theme,
        'grid content-start gap-6 rounded-lg border border-rule bg-paper p-6 font-sans text-ink',
        isSmall && 'max-sm:gap-4 max-sm:p-3',
      )}
      data-typefaces={text('look.typefaces')}
      style={accent(theme, shades)}
    >
      <Masthead theme={theme} text={text} isSmall={isSmall} />
      <div className="grid gap-3">
        <p className="text-xs font-semibold tracking-wide text-ember uppercase">Today</p>
        <p className={cn('font-serif text-2xl font-semibold tracking-tight text-balance', isSmall && 'max-sm:text-lg')}>
          A headline that somebody wants to read on
        </p>
        <p className={cn('text-sm text-ink-2', isSmall && 'max-sm:hidden')}>
          Two sentences say what the post is about. The second one has{' '}
          <span className="font-semibold text-ember underline underline-offset-4">a link in it</span>.
        </p>
      </div>
      <p>
        <span className="inline-flex min-h-11 items-center rounded-full bg-ember px-5 text-sm font-semibold text-ember-ink">
          Subscribe
        </span>
      </p>
    </div>
  );
}

type MastheadProps = { theme: Theme; text: (key: string) => string; isSmall: boolean };

function Masthead({ theme, text, isSmall }: MastheadProps) {
  const picture = (key: string) => (theme === 'dark' && text(`${key}_dark`)) || text(key);
  const [logo, mark] = [picture('site.logo'), picture('site.mark')];
  return (
    <div className="grid gap-1.5 border-b-2 border-rule-strong pb-4">
      {logo ? (
        <img
          src={`/brand/${logo}.png`}
          alt={text('site.brand')}
          className="h-9 max-w-full object-contain object-left"
        />
      ) : (
        <p
          className={cn(
            'flex items-end gap-2.5 font-serif text-2xl leading-none font-semibold tracking-tight',
            isSmall && 'max-sm:gap-2 max-sm:text-lg max-sm:leading-none',
          )}
        >
          {mark ? (
            <img src={`/brand/${mark}.png`} alt="" className="size-8 object-contain" />
          ) : (
            <SunMark className="w-9 shrink-0" />
          )}
          <span className="min-w-0 wrap-anywhere">{text('site.brand') || 'Name'}</span>
        </p>
      )}
      {text('site.tagline') && (
        <p className={cn('text-sm wrap-anywhere text-ink-2', isSmall && 'max-sm:hidden')}>{text('site.tagline')}</p>
      )}
    </div>
  );
}

function accent(theme: Theme, shades?: Shades): CSSProperties {
  if (!shades) return {};
  const isDay = theme === 'light';
  return {
    '--ember': isDay ? shades.day : shades.night,
    '--ember-hover': isDay ? shades.day_hover : shades.night_hover,
    '--ember-ink': isDay ? '#ffffff' : shades.night_ink,
  } as CSSProperties;
}

/** Pause after the last change before the server is asked. */
const PAUSE_MS = 150;

/** The shades of a colour, and why there are none. */
export function useShades(colour: string): { shades?: Shades; refusal?: string } {
  const [asked, setAsked] = useState(colour);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(colour), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [colour]);
  const isWhole = /^#[0-9a-f]{6}$/i.test(asked);
  const { data, error } = useQuery({ ...shadesQuery(asked), enabled: isWhole });
  const refusal = isWhole && error instanceof ApiProblem && error.status === 422 ? error.error : undefined;
  return { shades: data?.shades ?? undefined, refusal };
}

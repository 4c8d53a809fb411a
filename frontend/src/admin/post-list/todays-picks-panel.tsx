import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast';
import type { AdminPicks } from '../../api/types';
import { Button } from '../../ui/button';
import { refetchAfterChange, setAfterChange } from '../after-change';
import { orderPicks, picksQuery } from '../calls/posts';
import { useSavedOrder } from '../forms/use-saved-order';
import { PickEnd } from './pick-end';
import { StateBadges } from './post-row';

/** How many picks readers see on home. */
const SHOWN_ON_HOME = 3;

/** The picks in their order; the first is the lead of home. */
export function TodaysPicksPanel() {
  const client = useQueryClient();
  const { data, isError } = useQuery(picksQuery);
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ id: number; button: 0 | 1 } | null>(null);
  const { items: picks, choose } = useSavedOrder({
    items: data?.data ?? [],
    scope: picksQuery.queryKey,
    save: (chosen: AdminPicks['data']) => orderPicks(chosen.map(({ id }) => id)),
    onSaved: async (saved) => {
      await setAfterChange(client, picksQuery, { data: saved });
      void refetchAfterChange(client, picksQuery);
    },
    onFailed: (cause) => {
      console.error(cause);
      toast.error('Failed to save the order');
      void refetchAfterChange(client, picksQuery);
    },
  });
  const seen = picks.filter(({ is_public }) => is_public).slice(0, SHOWN_ON_HOME);

  function move(from: number, to: number) {
    const moved = [...picks];
    const [pick] = moved.splice(from, 1);
    if (!pick) return;
    moved.splice(to, 0, pick);
    pressed.current = { id: pick.id, button: to < from ? 0 : 1 };
    choose(moved);
  }

  // The focus goes with the post once it stands in its new place, to whichever of its two buttons can still be pressed.
  useEffect(() => {
    if (!pressed.current) return;
    const { id, button } = pressed.current;
    pressed.current = null;
    const row = list.current?.children[picks.findIndex((pick) => pick.id === id)];
    const buttons = row?.querySelectorAll<HTMLButtonElement>(':scope > button');
    (buttons?.[button]?.disabled ? buttons[1 - button] : buttons?.[button])?.focus();
  }, [picks]);

  return (
    <section aria-labelledby="picks-title">
      <h2 id="picks-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Today's Picks
      </h2>
      <p className="py-3 text-sm text-ink-2">
        Home shows the first three that are public. A newer pick comes first by itself.
      </p>
      {isError && <p className="text-sm font-medium text-danger">Failed to load the picks.</p>}
      {data && picks.length === 0 && <p className="text-sm text-ink-2">No post is marked as Today's Pick.</p>}
      <ol ref={list} className="grid">
        {picks.map((pick, index) => (
          <li key={pick.id} className="flex items-center gap-3 border-t border-rule py-2">
            <span className="w-6 shrink-0 text-end text-sm text-ink-3 tabular-nums">{index + 1}</span>
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-2">
                <p className="min-w-0 font-serif leading-snug font-semibold wrap-anywhere">{pick.title}</p>
                <StateBadges post={{ ...pick, is_today_pick: false }} />
                {seen.includes(pick) && <span className="text-xs font-semibold text-ember">On home</span>}
              </div>
              <PickEnd pick={pick} />
            </div>
            <Button
              look="quiet"
              size="icon"
              disabled={index === 0}
              aria-label={`Move ${pick.title} up`}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp aria-hidden="true" />
            </Button>
            <Button
              look="quiet"
              size="icon"
              disabled={index === picks.length - 1}
              aria-label={`Move ${pick.title} down`}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type PreviewLook, previewQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import type { IssueValues } from './autosaved-issues';
import { Choice } from './choice';

/** Debounce of the preview after the last key. */
const DEBOUNCE_MS = 700;
/** Height of the frame on the screen, in pixels. */
const HEIGHT = 640;

const WIDTHS = { '640': 'Desktop', '320': 'Phone' } as const;
const THEMES = { light: 'Light', dark: 'Dark' } as const;
const PICTURES = { on: 'Pictures', off: 'No pictures' } as const;

/** The issue as it will look, made by the server that sends it. Nothing in it runs or loads a page. */
export function IssuePreview({ input }: { input: IssueValues }) {
  const id = useId();
  const [width, setWidth] = useState<keyof typeof WIDTHS>('640');
  const [look, setLook] = useState<PreviewLook>({ theme: 'light', pictures: 'on' });
  const debounced = useDebounced(input);
  const empty = debounced.subject.trim() === '' || debounced.html.trim() === '';
  const { data, isError, isFetching, refetch } = useQuery({ ...previewQuery(debounced, look), enabled: !empty });
  const html = empty ? undefined : data?.html;
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3 self-start xl:sticky xl:top-20">
      <h2 id={id} className="text-sm font-semibold">
        As it will look
      </h2>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Choice label="Width of the preview" options={WIDTHS} value={width} onChange={setWidth} />
        <Choice
          label="Theme of the preview"
          options={THEMES}
          value={look.theme}
          onChange={(theme) => setLook({ ...look, theme })}
        />
        <Choice
          label="Pictures of the preview"
          options={PICTURES}
          value={look.pictures}
          onChange={(pictures) => setLook({ ...look, pictures })}
        />
      </div>
      {empty && (
        <p className="text-sm text-ink-2">With a subject and a text it is shown here as its readers will get it.</p>
      )}
      {isError && !empty && (
        <ErrorLine busy={isFetching} onRetry={() => refetch()}>
          The preview could not be made.
        </ErrorLine>
      )}
      <Frame html={html} width={Number(width)} isFetching={isFetching} />
    </section>
  );
}

/** A frame of exactly this width, made smaller where there is less room. */
function Frame({ html, width, isFetching }: { html?: string; width: number; isFetching: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  const style: CSSProperties = {
    width,
    height: HEIGHT / scale,
    transform: `scale(${scale})`,
    marginLeft: Math.max(0, (room - width * scale) / 2),
  };
  return (
    // Not there before its first document: one that replaces another while that still loads may stay away.
    <div ref={box} className="overflow-hidden rounded-md border border-rule bg-sunk" style={{ height: HEIGHT + 2 }}>
      {html && (
        <iframe
          title="Preview of the newsletter"
          sandbox=""
          srcDoc={html}
          aria-busy={isFetching}
          style={style}
          className="block origin-top-left border-0 bg-raised"
        />
      )}
    </div>
  );
}

/** The last input that stood for a moment. */
function useDebounced({ subject, preheader, html }: IssueValues): IssueValues {
  const [debounced, setDebounced] = useState<IssueValues>({ subject, preheader, html });
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ subject, preheader, html }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [subject, preheader, html]);
  return debounced;
}

import { type ReactNode, useState } from 'react';
import { readerKinds } from '../../api/queries/preview';
import type { ReaderKind } from '../../api/types';

const kindNames: Record<ReaderKind, string> = {
  stranger: 'Stranger',
  reader: 'Registered',
  subscriber: 'Subscriber',
};

type PreviewFrameProps = {
  /** What this is, and until when. */
  note: ReactNode;
  kind: ReaderKind;
  /** Shows the view of another reader; left out, the links lead there by their address. */
  onKind?: (kind: ReaderKind) => void;
  children: ReactNode;
};

/** A post in preview: as a kind of reader sees it, in the width of a phone or of the window. */
export function PreviewFrame({ note, kind, onKind, children }: PreviewFrameProps) {
  const [isPhone, setPhone] = useState(false);
  return (
    <>
      <aside aria-label="Preview" className="preview-bar no-print">
        <p className="preview-note">{note}</p>
        <nav aria-label="Seen as" className="preview-switch">
          {readerKinds.map((one) => (
            <a
              key={one}
              href={`?as=${one}`}
              aria-current={one === kind ? 'true' : undefined}
              onClick={(event) => {
                if (!onKind || event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onKind(one);
              }}
            >
              {kindNames[one]}
            </a>
          ))}
        </nav>
        {/* On a phone there is nothing to choose. */}
        <fieldset className="preview-switch preview-widths needs-script">
          <legend className="sr-only">Width</legend>
          <button type="button" aria-pressed={isPhone} onClick={() => setPhone(true)}>
            Phone
          </button>{' '}
          <button type="button" aria-pressed={!isPhone} onClick={() => setPhone(false)}>
            Desktop
          </button>
        </fieldset>
      </aside>
      <div className={isPhone ? 'preview-phone' : undefined}>{children}</div>
    </>
  );
}

import { Icon } from '../icons';
import { ShareRow } from './share-row';

const panelId = 'share-panel';

/** Sharing from the top of a post: a button, and the same ways as at its end in a popover, which needs no script. */
export function ShareButton(shared: { url: string; title: string; image: string | null }) {
  return (
    <aside className="share-top no-print">
      <button type="button" popoverTarget={panelId} className="share-button">
        <Icon name="share" />
        Share
      </button>
      <div id={panelId} popover="auto" className="share-panel">
        <ShareRow {...shared} heading="Share" headingId="share-top" />
      </div>
    </aside>
  );
}

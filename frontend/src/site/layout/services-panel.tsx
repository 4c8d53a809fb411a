import { useRef } from 'react';
import type { SiteLink } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { Icon } from '../icons';
import { closeOnBackdrop, closesDialog } from './dialog-commands';
import { LinkList } from './link-list';
import { useClosesOnNavigation } from './use-closes-on-navigation';

export const servicesPanelId = 'services-panel';

/** The slide-over list of the service pages, opened from the category bar. */
export function ServicesPanel({ services }: { services: SiteLink[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useClosesOnNavigation(dialog);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself; the press is on the backdrop
    <dialog
      ref={dialog}
      id={servicesPanelId}
      aria-labelledby="services-panel-title"
      className="drawer drawer-right"
      onClick={closeOnBackdrop}
    >
      <div className="drawer-menu">
        <div className="flex items-center justify-between">
          <h2 id="services-panel-title" className="headline text-xl">
            Services
          </h2>
          <button
            type="button"
            className={`${buttonLook({ look: 'quiet', size: 'icon' })} -me-2.5`}
            aria-label="Close services"
            {...closesDialog(servicesPanelId)}
          >
            <Icon name="close" />
          </button>
        </div>
        <LinkList links={services} className="max-h-[85vh] overflow-y-auto" />
        <div>
          <a href="/services" className="font-semibold text-ember hover:underline">
            All services
          </a>
        </div>
      </div>
    </dialog>
  );
}

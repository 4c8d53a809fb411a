import type { Site } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { mailHref, phoneHref } from './contact-addresses';

/** Mail and phone as two buttons; what the operator has not set is left out. */
export function ContactLinks({ site, subject }: { site: Site; subject?: string }) {
  if (!site.contact_email && !site.contact_phone) return null;
  return (
    <ul className="contact-links">
      {site.contact_email && (
        <li>
          <a href={mailHref(site.contact_email, subject)} className={buttonLook({ look: 'ember' })}>
            {site.contact_email}
          </a>
        </li>
      )}
      {site.contact_phone && (
        <li>
          <a href={phoneHref(site.contact_phone)} className={`${buttonLook({ look: 'outline' })} border-current`}>
            {site.contact_phone}
          </a>
        </li>
      )}
    </ul>
  );
}

import { useEffect, useState } from 'react';
import { buttonLook } from '../../ui/button-look';
import { timeLeft } from './time-left';

const refreshMs = 60_000;

/**
 * Days, hours and minutes until `expiresAt`, counted anew every 60 seconds by the server's clock, because a reader's
 * may be wrong. At zero it says that the time is over.
 */
export function Countdown({ expiresAt, serverNow }: { expiresAt: string; serverNow: string }) {
  const [ahead] = useState(() => Date.parse(serverNow) - Date.now());
  const [now, setNow] = useState(() => Date.parse(serverNow));

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead), refreshMs);
    return () => clearInterval(timer);
  }, [ahead]);

  const { days, hours, minutes, over } = timeLeft(Date.parse(expiresAt), now);
  return (
    <div>
      <dl aria-label="Time left" className="countdown">
        {Object.entries({ days, hours, minutes }).map(([unit, value]) => (
          <div key={unit}>
            <dt className="meta">{unit}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div role="alert" className="not-empty:mt-5">
        {over && (
          <p className="subscribe-note">
            Your subscription has run out. What it opened is closed again.{' '}
            <a href="/subscribe" className={buttonLook({ look: 'ember', size: 'sm', className: 'no-underline' })}>
              Renew
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { statusQuery } from '../calls/status';
import { NoMailLine } from '../screen/no-mail-line';
import { staffEmail } from '../session/staff-session';

const keyOf = (email: string) => `mwanga-read-no-mail:${email}`;

/** That no mail leaves, at the top until this account has read it in this browser; also where mail is sent. */
export function NoMailNotice() {
  const { data } = useQuery(statusQuery);
  const [key] = useState(() => keyOf(staffEmail()));
  const [isRead, setRead] = useState(() => wasRead(key));
  if (isRead || data?.mail_leaves !== false) return null;

  function read() {
    setRead(true);
    try {
      localStorage.setItem(key, 'read');
    } catch {
      // storage switched off: it is read until the next load
    }
  }

  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-sunk px-4 py-3">
      <NoMailLine className="min-w-0 flex-1 basis-60" />
      <Button look="outline" size="sm" className="min-h-11" onClick={read}>
        I have read it
      </Button>
    </div>
  );
}

function wasRead(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

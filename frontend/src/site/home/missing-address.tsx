import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Under which the server says where a reader of the front page comes from. */
const key = ['missing-address'];

/** An address at which there is nothing, and the words to search for instead, if it has any. */
type Missing = { path: string; words: string };

/** The line above the front page for who was led here from an address at which there is nothing. It is gone after. */
export function MissingAddress() {
  const client = useQueryClient();
  const [missing] = useState(() => client.getQueryData<Missing>(key));
  useEffect(() => client.removeQueries({ queryKey: key }), [client]);
  if (!missing) return null;
  const { path, words } = missing;
  return (
    <aside aria-label="Missing page" className="home-banner">
      <p className="wrap wrap-anywhere">
        There is nothing at <bdi>{path}</bdi>.{' '}
        {words && (
          <a href={`/search?${new URLSearchParams({ q: words })}`}>
            Search for “<bdi>{words}</bdi>”
          </a>
        )}
      </p>
    </aside>
  );
}

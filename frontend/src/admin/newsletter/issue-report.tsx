import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { IssueReport as Report } from '../../api/types';
import { reportQuery } from '../calls/newsletter';
import { formatCount, percentage } from '../numbers';
import { ErrorLine } from '../screen/error-line';
import { subscribers } from './issue-labels';

/** Who left by an issue's links, and how often each of its links was followed. Opens are never counted. */
export function IssueReport({ id }: { id: number }) {
  const title = useId();
  const { data, isError, isFetching, refetch } = useQuery(reportQuery(id));
  return (
    <section aria-labelledby={title} className="grid gap-2 border-t border-rule pt-4">
      <h3 id={title} className="text-sm font-semibold">
        Clicks
      </h3>
      {isError && (
        <ErrorLine busy={isFetching} onRetry={() => refetch()}>
          Failed to load the report.
        </ErrorLine>
      )}
      {data && (
        <>
          <p className="text-sm text-ink-2">
            {data.unsubscribed > 0
              ? `${subscribers(data.unsubscribed)} unsubscribed by a link of this newsletter.`
              : 'Nobody unsubscribed by a link of this newsletter.'}
            {!data.counts_clicks && ' Clicks are not counted now: that is switched off under Settings, Newsletter.'}
          </p>
          {data.links.length > 0 ? (
            <LinkTable links={data.links} title={title} />
          ) : (
            <p className="text-sm text-ink-2">No link of this newsletter is counted.</p>
          )}
        </>
      )}
    </section>
  );
}

/** Of this site the path, of others without the scheme. */
const shortAddress = (url: string) => url.replace(`${window.location.origin}/`, '/').replace(/^https?:\/\//, '');

function LinkTable({ links, title }: { links: Report['links']; title: string }) {
  const all = links.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <table className="data-table" aria-labelledby={title}>
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col" className="number">
            Clicks
          </th>
          <th scope="col" className="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ url, title: words, clicks }) => (
          <tr key={url}>
            <th scope="row" className="w-full max-w-0">
              <a href={url} rel="noreferrer" className="font-medium wrap-anywhere hover:underline">
                {words || shortAddress(url)}
              </a>
              {words && <span className="block truncate text-xs font-normal text-ink-3">{shortAddress(url)}</span>}
            </th>
            <td className="number">{formatCount(clicks)}</td>
            <td className="number">{percentage(clicks, all)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

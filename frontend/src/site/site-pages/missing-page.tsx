import { useEffect } from 'react';
import { ApiProblem } from '../../api/problem';
import { PageHead } from '../head/page-head';
import { PageMessage } from '../messages/page-message';

/** There is nothing at an address, there was something, or the words could not be loaded. */
export function MissingPage({ error, path }: { error: Error; path: string }) {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status === 404 && path.startsWith('/services/')) return <NoSuchService />;
  if (status === 404) return <LeadAway path={path} />;
  if (status === 410) {
    return (
      <>
        <PageHead title="Taken down" />
        <PageMessage
          title="This page was taken down."
          text="What stood here is not published any more."
          action={{ label: 'Go to the front page', href: '/' }}
        />
      </>
    );
  }
  return (
    <>
      <PageHead title="Not loaded" />
      <PageMessage
        title="This page could not be loaded."
        text="Please load it again in a moment."
        action={{ label: 'Load it again', href: path }}
        reload
      />
    </>
  );
}

function NoSuchService() {
  return (
    <>
      <PageHead title="No such service" />
      <PageMessage
        title="There is no service at this address."
        text="It may have been mistyped, or is offered under another name now. The list has everything we do."
        action={{ label: 'See all services', href: '/services' }}
      />
    </>
  );
}

/** An address that is no page of this bundle: the server knows where it leads. */
function LeadAway({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path]);
  return (
    <>
      <PageHead title="No such page" />
      <PageMessage title="There is no page at this address." action={{ label: 'Go to the front page', href: '/' }} />
    </>
  );
}

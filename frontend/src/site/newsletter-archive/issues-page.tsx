import { useParams } from 'react-router';
import { IssueArchive } from './issue-archive';
import { IssueArticle } from './issue-article';

/**
 * Newsletters that went out: all of them, or the one that the address names. One chunk, because they lead to each
 * other.
 */
export function IssuesPage() {
  const { id } = useParams();
  return id === undefined ? <IssueArchive /> : <IssueArticle id={id} />;
}

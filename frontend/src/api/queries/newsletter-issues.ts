import type { ArchivedIssue, IssueArchive } from '../types';
import { pageOf, publicQuery } from './public-query';

/** One page of the newsletters that went out, newest first. */
export const issueArchive = (page: number) => publicQuery<IssueArchive>(pageOf('/newsletter/issues', page));

/** A newsletter that went out, to be read in the browser. */
export const archivedIssue = (id: string) => publicQuery<ArchivedIssue>(`/newsletter/issues/${encodeURIComponent(id)}`);

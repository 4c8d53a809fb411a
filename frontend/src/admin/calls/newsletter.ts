import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import { idempotencyHeader } from '../../api/idempotency-key';
import type {
  Audience,
  DraftSaved,
  DraftVersion,
  Issue,
  IssueChanged,
  IssueDeliveries,
  IssueDraft,
  IssueInput,
  IssueList,
  IssuePreview,
  IssueReport,
  NewsletterSchedule,
  NewsletterScheduleView,
  NewsletterTopics,
  SavedDraft,
  SavedDraftInput,
  SavedDraftList,
  TopicAudiences,
} from '../../api/types';
import { refetchAfterChange, setAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const DRAFT = '/newsletter/admin-draft';
const PREVIEW = '/newsletter/admin-preview';
const SCHEDULE = '/newsletter/admin-schedule';
const TOPICS = '/newsletter/topics';
const TOPIC_AUDIENCES = '/newsletter/admin-audience/topics';
const ISSUES = '/newsletter/admin-issues';
const DRAFTS = '/newsletter/admin-drafts';

/** Poll interval of an issue that is under way. */
const POLL_MS = 2000;

/** Whether the server is still going to change an issue: it waits, or is being sent. */
export function isInProgress({ status }: Issue): boolean {
  return status === 'waiting' || status === 'sending';
}

/** The generated digest; fetched once per opening of the form, because it is edited there. */
export const draftQuery = queryOptions({
  queryKey: [DRAFT],
  queryFn: ({ signal }) => staffCall(() => api.get<IssueDraft>(DRAFT, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Number of subscribers of one or more of these topics, of none: of all. */
export function audienceQuery(topics: readonly string[]) {
  const path = apiPath('/newsletter/admin-audience', { topics: topics.toSorted().join(',') || undefined });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<Audience>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** Number of subscribers of each topic. */
export const topicAudiencesQuery = queryOptions({
  queryKey: [TOPIC_AUDIENCES],
  queryFn: ({ signal }) => staffCall(() => api.get<TopicAudiences>(TOPIC_AUDIENCES, { signal })),
});

/** The catalogue that subscribers choose from. */
export const topicsQuery = queryOptions({
  queryKey: [TOPICS],
  queryFn: ({ signal }) => api.get<NewsletterTopics>(TOPICS, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type PreviewLook = { theme: 'light' | 'dark'; pictures: 'on' | 'off' };

/** The issue as a mail program will draw it. */
export function previewQuery(input: IssueInput, look: PreviewLook) {
  const path = apiPath(PREVIEW, look);
  return queryOptions({
    queryKey: [path, input],
    queryFn: ({ signal }) => staffCall(() => api.post<IssuePreview>(path, input, { signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Mails the issue to the account that is signed in. */
export function sendTest(input: IssueInput): Promise<{ message: string }> {
  return staffCall(() => api.post<{ message: string }>('/newsletter/admin-test', input));
}

/**
 * Sends the issue a minute from now. The same `key` again is the same issue; 422 `request.key_reused` when `input` is
 * another.
 */
export function sendIssue(input: IssueInput, key: string): Promise<IssueChanged> {
  const headers = idempotencyHeader(key);
  return staffCall(() => api.post<IssueChanged>('/newsletter/admin-send', input, { headers }));
}

/** The newsletters that the newsroom saved and has not sent. */
export const savedDraftsQuery = queryOptions({
  queryKey: [DRAFTS],
  queryFn: ({ signal }) => staffCall(() => api.get<SavedDraftList>(DRAFTS, { signal })),
});

/** A draft as it is now. */
export function openDraft(id: number): Promise<SavedDraft> {
  return staffCall(() => api.get<SavedDraft>(`${DRAFTS}/${id}`));
}

/**
 * `key` is the same for every try of one form: nothing is made twice. 422 `request.key_reused`: it made a draft of other
 * words, which stands in `current`.
 */
export async function createDraft(input: SavedDraftInput, key: string): Promise<SavedDraft> {
  const headers = idempotencyHeader(key);
  return (await staffCall(() => api.post<DraftSaved>(DRAFTS, input, { headers }))).draft;
}

/** 409 `issue_draft.changed`: somebody else saved it since that version; it stands in `current`. */
export async function updateDraft({ id, version }: DraftVersion, input: SavedDraftInput): Promise<SavedDraft> {
  return (await staffCall(() => api.put<DraftSaved>(`${DRAFTS}/${id}`, { ...input, version }))).draft;
}

export function deleteDraft(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`${DRAFTS}/${id}`));
}

export function reloadDrafts(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, { queryKey: savedDraftsQuery.queryKey });
}

export function issuesQuery(page: number) {
  const path = apiPath(ISSUES, { page: page > 1 ? page : undefined });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<IssueList>(path, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) ? POLL_MS : false),
  });
}

export function issueQuery(id: number) {
  const path: ApiPath = `${ISSUES}/${id}`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<Issue>(path, { signal })),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? POLL_MS : false),
  });
}

export const scheduleQuery = queryOptions({
  queryKey: [SCHEDULE],
  queryFn: ({ signal }) => staffCall(() => api.get<NewsletterScheduleView>(SCHEDULE, { signal })),
  // A refetch must not overwrite what is being edited.
  staleTime: Number.POSITIVE_INFINITY,
});

export function saveSchedule(schedule: NewsletterSchedule): Promise<NewsletterScheduleView> {
  return staffCall(() => api.put<NewsletterScheduleView>(SCHEDULE, schedule));
}

export type IssueAction = 'undo' | 'pause' | 'resume' | 'resend-uncertain';

/** Changes the state of an issue. */
export function changeIssue(id: number, action: IssueAction): Promise<IssueChanged> {
  return staffCall(() => api.post<IssueChanged>(`${ISSUES}/${id}/${action}`));
}

/** The mails of an issue that ended like this, 100 a page; read anew when `count`, how many there are, has changed. */
export function deliveriesQuery(id: number, status: string, count: number) {
  const path: ApiPath = `${ISSUES}/${id}/deliveries`;
  return infiniteQueryOptions({
    queryKey: [path, status, count],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      staffCall(() => api.get<IssueDeliveries>(apiPath(path, { status, after: pageParam }), { signal })),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? null,
  });
}

/** Who left by an issue's links, and the clicks on them. */
export function reportQuery(id: number) {
  const path: ApiPath = `${ISSUES}/${id}/report`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<IssueReport>(path, { signal })),
  });
}

/** Puts a changed issue into the query cache, and refetches the lists: a draft that is sent or undone goes or comes. */
export async function showIssue(client: QueryClient, issue: Issue): Promise<void> {
  await setAfterChange(client, issueQuery(issue.id), issue);
  void reloadIssues(client);
  void reloadDrafts(client);
}

/** Refetches every query of issues. */
export function reloadIssues(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(ISSUES),
  });
}

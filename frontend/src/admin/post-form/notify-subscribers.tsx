import type { QueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import type { AdminPost, NoticeAudience } from '../../api/types';
import { isSameAudience, isSettled, noticeAudience } from '../post-values/notice-values';
import { showOutcome } from '../screen/outcome-toast';
import {
  noticeChoiceQuery,
  noticeStateQuery,
  reloadNoticeState,
  rememberNoticeChoice,
  requestNotice,
  withdrawNotice,
} from './notice-api';

/**
 * Subscribers hear of a new post, or of one in review once it is approved. `before`: the post before the save. Answers
 * who is e-mailed, in a sentence; null where this save changes nothing about it.
 */
export async function notifyAfterSave(
  client: QueryClient,
  id: number,
  chosen: NoticeAudience | null,
  before: AdminPost | null,
  isApproved: boolean,
): Promise<string | null> {
  if (chosen) rememberNoticeChoice(client, noticeAudience(chosen));
  if (before === null || isApproved) {
    const told = await notifyOfNewPost(client, id, chosen);
    await reloadNoticeState(client, id);
    return told;
  }
  return before.status === 'in_review' ? null : changeNotice(client, id, chosen);
}

/**
 * Has subscribers notified of a new post: those who were chosen in its form, otherwise those of the last choice. The
 * post is saved whatever happens here.
 */
function notifyOfNewPost(client: QueryClient, id: number, chosen: NoticeAudience | null): Promise<string | null> {
  return withRetry(async () => {
    const choice = chosen ?? (await client.ensureQueryData(noticeChoiceQuery));
    return choice.audience === 'nobody' ? NOBODY : request(id, choice);
  });
}

/** Does what was chosen anew for a post that exists. Without a change nothing is asked for. */
async function changeNotice(client: QueryClient, id: number, chosen: NoticeAudience | null): Promise<string | null> {
  const state = client.getQueryData(noticeStateQuery(id).queryKey);
  if (!chosen || !state || isSettled(state) || isSameAudience(chosen, state)) return null;
  const told = await withRetry(async () =>
    chosen.audience === 'nobody' ? (await withdrawNotice(id)).message : request(id, chosen),
  );
  void reloadNoticeState(client, id);
  return told;
}

const NOBODY = 'Nobody is e-mailed.';

/** A draft may be saved before its topics are chosen: then nobody is asked for yet. */
async function request(id: number, choice: NoticeAudience): Promise<string | null> {
  const topics = noticeAudience(choice).topics;
  if (choice.audience === 'topics' && topics.length === 0) return null;
  return (await requestNotice(id, choice.audience === 'topics' ? topics : null)).message;
}

/** Runs `action`; a failure is said with a button that runs it again. */
async function withRetry(action: () => Promise<string | null>): Promise<string | null> {
  try {
    return await action();
  } catch (cause) {
    console.error(cause);
    toast.error(({ id: shown }) => (
      <span className="flex flex-wrap items-center gap-x-3">
        <span>Failed to notify subscribers</span>
        <button
          type="button"
          className="min-h-8 rounded-sm font-semibold underline"
          onClick={() => {
            toast.dismiss(shown);
            void withRetry(action).then((told) => told && showOutcome({ message: told }));
          }}
        >
          Try again
        </button>
      </span>
    ));
    return null;
  }
}

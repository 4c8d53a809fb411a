import type { QueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import type { AdminPost, NoticeAudience } from '../../api/types';
import { isSameAudience, isSettled, noticeAudience } from '../post-values/notice-values';
import {
  noticeChoiceQuery,
  noticeStateQuery,
  reloadNoticeState,
  rememberNoticeChoice,
  requestNotice,
  withdrawNotice,
} from './notice-api';

/** Subscribers hear of a new post, or of one in review once it is approved. `before`: the post before the save. */
export async function notifyAfterSave(
  client: QueryClient,
  id: number,
  chosen: NoticeAudience | null,
  before: AdminPost | null,
  isApproved: boolean,
): Promise<void> {
  if (before === null || isApproved) {
    await notifyOfNewPost(client, id, chosen);
    await reloadNoticeState(client, id);
  } else if (before.status !== 'in_review') {
    await changeNotice(client, id, chosen);
  }
}

/**
 * Has subscribers notified of a new post: those who were chosen in its form, otherwise those of the last choice. The
 * post is saved whatever happens here.
 */
async function notifyOfNewPost(client: QueryClient, id: number, chosen: NoticeAudience | null): Promise<void> {
  if (chosen) rememberNoticeChoice(client, noticeAudience(chosen));
  await withRetry(async () => {
    const choice = chosen ?? (await client.ensureQueryData(noticeChoiceQuery));
    if (choice.audience !== 'nobody') await request(id, choice);
  });
}

/** Does what was chosen anew for a post that exists. Without a change nothing is asked for. */
async function changeNotice(client: QueryClient, id: number, chosen: NoticeAudience | null): Promise<void> {
  const state = client.getQueryData(noticeStateQuery(id).queryKey);
  if (!chosen || !state || isSettled(state) || isSameAudience(chosen, state)) return;
  await withRetry(async () => {
    if (chosen.audience === 'nobody') toast((await withdrawNotice(id)).message);
    else await request(id, chosen);
  });
  void reloadNoticeState(client, id);
}

async function request(id: number, choice: NoticeAudience): Promise<void> {
  const { message, status } = await requestNotice(id, choice.audience === 'topics' ? choice.topics : null);
  if (status === 'notified') toast.success(message);
  else toast(message);
}

/** Runs `action`; a failure is said with a button that runs it again. */
async function withRetry(action: () => Promise<void>): Promise<void> {
  try {
    await action();
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
            void withRetry(action);
          }}
        >
          Try again
        </button>
      </span>
    ));
  }
}

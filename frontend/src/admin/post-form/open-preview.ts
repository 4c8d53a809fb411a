import type { AdminPost } from '../../api/types';
import { storeUnsaved } from '../calls/posts';
import { type PostFormValues, toPostInput } from '../post-values/post-values';

/**
 * Stores what the form holds, and shows its preview in a new tab. The tab is opened first: browsers refuse one that is
 * opened after an answer.
 */
export async function openPreview(post: AdminPost, values: PostFormValues, isDirty: boolean): Promise<void> {
  const tab = window.open('', '_blank');
  const path = `/admin/preview/${post.id}`;
  try {
    await storeUnsaved(post.id, toPostInput(values, post));
  } catch (cause) {
    // Who may only read a post still sees what is saved.
    if (isDirty) {
      tab?.close();
      throw cause;
    }
  }
  if (tab) {
    tab.opener = null;
    tab.location.href = path;
  } else {
    window.location.href = path;
  }
}

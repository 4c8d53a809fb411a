import type { AdminPost } from '../../api/types';
import { revisionQuery, revisionsQuery } from '../calls/posts';
import { CorrectionHistory } from '../corrections/correction-history';
import { LibraryPicker } from '../file-picker/library-picker';
import { PreviewLinksDialog } from '../preview-links/preview-links-dialog';
import { ConflictDialog } from '../versions/conflict-dialog';
import { RevisionsDialog } from '../versions/revisions-dialog';
import type { PostFormState } from './use-post-form';
import { refusedWords } from './use-save-post';
import { comparable, comparableForm, VersionDifferences } from './version-differences';

export type PostDialog = 'history' | 'library' | 'links';

type PostDialogsProps = {
  post: AdminPost | null;
  state: PostFormState;
  opened: PostDialog | null;
  onClose: () => void;
  /** Somebody else's version is to be shown instead of the one in the form. */
  onReplace: (post: AdminPost) => void;
};

/** Over the form: what somebody opened, and the question when somebody else saved meanwhile. */
export function PostDialogs({ post, state, opened, onClose, onReplace }: PostDialogsProps) {
  return (
    <>
      <PostConflict post={post} state={state} onReplace={onReplace} />
      {post && opened === 'links' && <PreviewLinksDialog postId={post.id} onClose={onClose} />}
      {opened === 'library' && <LibraryPicker onChoose={state.uploads.addFromLibrary} onClose={onClose} />}
      {post && opened === 'history' && <PostHistory post={post} state={state} onClose={onClose} />}
    </>
  );
}

/** Mine or theirs. */
function PostConflict({ post, state, onReplace }: Pick<PostDialogsProps, 'post' | 'state' | 'onReplace'>) {
  const { form, autosave, conflict, keepMine, closeConflict } = state;
  if (!conflict) return null;
  return (
    <ConflictDialog
      of="post"
      savedAt={conflict.theirs.updated_at}
      refused={refusedWords(conflict.intent)}
      differences={(names) => (
        <VersionDifferences
          one={comparableForm(form.getValues(), post)}
          other={comparable(conflict.theirs)}
          names={names}
        />
      )}
      onKeepMine={keepMine}
      onLoadTheirs={() => {
        autosave.write(form.getValues());
        onReplace(conflict.theirs);
      }}
      onClose={closeConflict}
    />
  );
}

type PostHistoryProps = { post: AdminPost; state: PostFormState; onClose: () => void };

/** Every kept save, with the corrections that readers were told of. */
function PostHistory({ post, state: { form, fill }, onClose }: PostHistoryProps) {
  return (
    <RevisionsDialog
      of="post"
      except="slug, status and date"
      opened={post.revision}
      list={revisionsQuery(post.id)}
      revision={(number) => revisionQuery(post.id, number)}
      differences={(saved, names) => (
        <VersionDifferences one={comparable(saved)} other={comparableForm(form.getValues(), post)} names={names} />
      )}
      onRestore={(saved) => {
        // An earlier version must neither move a post to another address nor take it from its readers.
        const { slug, status, publish_date, cover_details, notice } = form.getValues();
        fill({ ...comparable(saved), slug, status, publish_date, cover_details, notice });
        onClose();
      }}
      onClose={onClose}
      below={<CorrectionHistory postId={post.id} />}
    />
  );
}

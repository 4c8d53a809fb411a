import type { RefObject } from 'react';
import toast from 'react-hot-toast';
import type { AdminPost, Category } from '../../api/types';
import { ChecksPanel } from '../checks/checks-panel';
import type { PostEditorHandle } from '../editor/post-editor';
import { UploadLimits } from '../media/upload-limits';
import type { UploadLimits as Limits } from '../media/upload-rules';
import { NotesPanel } from '../notes/notes-panel';
import { isEditor } from '../session/staff-session';
import { PublishingFields } from './publishing-fields';
import { RecentEmailLogs } from './recent-email-logs';
import { SubscriptionTotal } from './subscription-total';

type PostSidebarProps = {
  post: AdminPost | null;
  editor: RefObject<PostEditorHandle | null>;
  categories: readonly Category[];
  limits: Limits;
  alone: boolean;
};

/** Beside the text: the newsroom's notes, how the post is published, and what to look at before. */
export function PostSidebar({ post, editor, categories, limits, alone }: PostSidebarProps) {
  return (
    <div className="grid min-w-0 content-start gap-8">
      {post && (
        <NotesPanel
          postId={post.id}
          selectedPassage={() => editor.current?.selectedPassage() ?? ''}
          onPassage={(passage) => {
            if (!editor.current?.showPassage(passage)) toast('This passage is not in the text any more.');
          }}
        />
      )}
      <PublishingFields post={post} categories={categories} alone={alone} />
      <ChecksPanel post={post} />
      <UploadLimits limits={limits} />
      {isEditor() && !alone && (
        <>
          <SubscriptionTotal />
          <RecentEmailLogs />
        </>
      )}
    </div>
  );
}

import { type RefObject, useRef } from 'react';
import toast from 'react-hot-toast';
import type { PostEditorHandle } from '../editor/post-editor';
import { attachToPost, type UploadedMedia } from '../media/upload';
import type { UploadLimits } from '../media/upload-rules';
import { acceptPicked, uploadWithToast } from '../media/upload-with-toast';
import { usePendingUploads } from '../media/use-pending-uploads';
import { type UploadFile, useUploads } from '../media/use-uploads';
import type { PostFormApi } from './use-post-form-values';

/**
 * Uploads of the post form: from the panel, into the text, and from the library. They belong to the post once it is
 * saved.
 */
export function usePostUploads(form: PostFormApi, editor: RefObject<PostEditorHandle | null>, limits: UploadLimits) {
  /** Recorded for no post yet. */
  const unattached = useRef<string[]>([]);

  const pending = usePendingUploads(limits, (media) => {
    unattached.current.push(media.fileUrl);
    form.setValue('media_urls', [...form.getValues('media_urls'), media.fileUrl], { shouldDirty: true });
    editor.current?.insertMedia(media);
  });

  const cover = useUploads(
    (file, options) => uploadWithToast(file, limits, { ...options, place: 'panel' }),
    (_id, end) => {
      if (!end) return;
      if (!end.isFromLibrary) unattached.current.push(end.media.fileUrl);
      form.setValue('media_url', end.media.fileUrl, { shouldDirty: true });
    },
  );

  const uploadIntoText: UploadFile = async (file, options) => {
    const media = await uploadWithToast(file, limits, { ...options, place: 'editor' });
    if (media) unattached.current.push(media.fileUrl);
    return media;
  };

  return {
    pending,
    cover,
    /** Uploads a picture or video as the cover; it takes the place of what was to be the cover before. */
    uploadCover: (picked: readonly File[]) => {
      const [file, ...others] = acceptPicked(picked, limits);
      if (!file) return;
      if (others.length > 0) toast(`A post has one cover: ${file.name} was taken.`);
      for (const { id } of cover.files) cover.cancel(id);
      cover.add([file]);
    },
    /** Uploads what is waiting. True when nothing is left; what failed in the text is told there alone. */
    uploadPending: async () => {
      await editor.current?.finishUploads();
      return (await cover.settle()) && (await pending.uploadAll());
    },
    /** Uploads one file for the text. */
    uploadIntoText,
    /** Files of the library join the post's own media, each once. */
    addFromLibrary: (files: readonly UploadedMedia[]) => {
      const urls = [...form.getValues('media_urls'), ...files.map(({ fileUrl }) => fileUrl)];
      form.setValue('media_urls', [...new Set(urls)], { shouldDirty: true });
    },
    /** Media of recovered work may have been uploaded for it, and never attached. */
    addRecovered: (fileUrls: readonly string[]) => unattached.current.push(...fileUrls),
    attachTo: (postId: number) => attachAll(postId, unattached.current.splice(0)),
  };
}

/** The post is saved whatever happens here; a file that stays unattached is only missing from the media list. */
async function attachAll(postId: number, fileUrls: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(fileUrls.map((fileUrl) => attachToPost(fileUrl, postId)));
  for (const result of results) if (result.status === 'rejected') console.error(result.reason);
}

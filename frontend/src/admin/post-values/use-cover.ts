import { useFormContext, useWatch } from 'react-hook-form';
import { useFiles } from '../media/use-files';
import { type CoverDetails, coverOf, detailsOf, mediaInText } from './cover';
import type { PostFormValues } from './post-values';

/** The cover of the post in the form: its own, or what stands for it in lists until it has one. */
export function useCover() {
  const { control, setValue, clearErrors } = useFormContext<PostFormValues>();
  const [media_url, media_urls, typed] = useWatch({ control, name: ['media_url', 'media_urls', 'cover_details'] });
  const inText = useWatch({ control, name: 'content', compute: mediaInText });
  const url = media_url || media_urls[0] || inText[0] || '';
  const file = useFiles(url ? [url] : [])(url);
  const described = typed?.url === url ? typed : file && detailsOf(url, file);
  const details = media_url === '' ? undefined : described;

  return {
    /** "" without any. */
    url,
    /** What the library knows of it; undefined until it is known. */
    file,
    /** Of a chosen one: what is typed about it, else what the library says. */
    details,
    /** Whether it was chosen as the cover. */
    isChosen: media_url !== '',
    isInText: inText.includes(url),
    /** The files of the post and its text, each once. */
    candidates: [...new Set([...media_urls, ...inText])],
    choose: (next: string) => setValue('media_url', next, { shouldDirty: true }),
    describe: (change: Partial<CoverDetails>) => {
      if (!details) return;
      clearErrors('cover_details');
      setValue('cover_details', { ...details, ...change }, { shouldDirty: true });
    },
  };
}

/** Address of the cover, for what only names it. */
export function useCoverUrl(): string {
  const { control } = useFormContext<PostFormValues>();
  return useWatch({ control, compute: (values) => coverOf(values) });
}

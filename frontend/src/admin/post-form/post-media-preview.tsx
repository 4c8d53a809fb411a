import { Controller, useFormContext } from 'react-hook-form';
import { UploadedMediaPreview } from '../media/uploaded-media-preview';
import type { PostFormValues } from '../post-values/post-values';
import { useCoverUrl } from '../post-values/use-cover';

/** The post's own files in the form. `onRemove` takes one out of the text as well. */
export function PostMediaPreview({ onRemove }: { onRemove: (url: string) => void }) {
  const { control, setValue } = useFormContext<PostFormValues>();
  const coverUrl = useCoverUrl();
  return (
    <Controller
      control={control}
      name="media_urls"
      render={({ field }) => (
        <UploadedMediaPreview
          urls={field.value}
          coverUrl={coverUrl}
          onRemove={(url) => {
            field.onChange(field.value.filter((other) => other !== url));
            onRemove(url);
          }}
          onMakeCover={(url) => setValue('media_url', url, { shouldDirty: true })}
        />
      )}
    />
  );
}

import { Controller, useFormContext } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox';
import type { PostFormValues } from '../post-values/post-values';

/** Whether readers are told of this save. Off at each opening: most saves mend what nobody needs to know of. */
export function MarkUpdatedField() {
  const { control } = useFormContext<PostFormValues>();
  return (
    <Controller
      control={control}
      name="mark_updated"
      render={({ field }) => (
        <Checkbox
          ref={field.ref}
          label="Show readers that this post was updated now"
          hint="Otherwise the date above the post stays."
          checked={field.value}
          onCheckedChange={(checked) => field.onChange(checked === true)}
        />
      )}
    />
  );
}

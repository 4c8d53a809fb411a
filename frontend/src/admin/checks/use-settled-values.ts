import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { PostFormValues } from '../post-values/post-values';

const SETTLE_MS = 400;

/** What the form holds, once nothing was typed for a moment. */
export function useSettledValues(): PostFormValues {
  const { getValues, watch } = useFormContext<PostFormValues>();
  const [values, setValues] = useState(() => structuredClone(getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setValues(structuredClone(getValues())), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [getValues, watch]);
  return values;
}

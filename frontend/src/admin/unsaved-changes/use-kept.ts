import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/**
 * State that this tab keeps under a name, over reloads and the way back; what equals `initial` is not kept. Without a
 * name, or without storage, it is plain state.
 */
export function useKept<T>(
  name: string | null,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, Dispatch<SetStateAction<T>>] {
  const key = name && `mwanga-${name}`;
  const [value, setValue] = useState(() => read(key, initial, isValid));
  const isInitial = JSON.stringify(value) === JSON.stringify(initial);
  useEffect(() => {
    if (key) write(key, isInitial ? null : value);
  }, [key, value, isInitial]);
  return [value, setValue];
}

function read<T>(key: string | null, initial: T, isValid: (value: unknown) => value is T): T {
  try {
    const kept: unknown = key ? JSON.parse(sessionStorage.getItem(key) ?? 'null') : null;
    return isValid(kept) ? kept : initial;
  } catch {
    return initial; // nothing is kept: it works, until a reload
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // as above
  }
}

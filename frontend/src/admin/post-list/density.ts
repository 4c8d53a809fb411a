import { useState } from 'react';

const KEY = 'desk-density';

/** Whether the list has one line a post. Each browser remembers it: a phone and a desk differ. */
export function useDense(): [boolean, (dense: boolean) => void] {
  const [dense, setDense] = useState(readDense);
  return [
    dense,
    (next) => {
      setDense(next);
      try {
        localStorage.setItem(KEY, next ? 'dense' : 'roomy');
      } catch {
        // A browser that stores nothing forgets it with the page.
      }
    },
  ];
}

function readDense(): boolean {
  try {
    return localStorage.getItem(KEY) === 'dense';
  } catch {
    return false;
  }
}

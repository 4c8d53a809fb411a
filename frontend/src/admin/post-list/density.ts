import { useState } from 'react';

const KEY = 'desk-density';

/** Whether the rows of the list are short, as at first. Each browser remembers it: a phone and a desk differ. */
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
    return localStorage.getItem(KEY) !== 'roomy';
  } catch {
    return true;
  }
}

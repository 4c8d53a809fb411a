import { useEffect } from 'react';
import { activeKind } from '../../api/tokens';
import { useSignedIn } from './use-signed-in';

/** Keeps the mark on the root that says whether the reader has a plan. The code for it comes for who is signed in. */
export function usePlanMark(): void {
  const signedIn = useSignedIn();
  useEffect(() => {
    if (signedIn) import('./own-plan').then(({ learnOwnPlan }) => learnOwnPlan()).catch(() => {});
    // Asked of the storage itself: the first paint knows nobody.
    else if (!activeKind()) document.documentElement.classList.remove('has-plan');
  }, [signedIn]);
}

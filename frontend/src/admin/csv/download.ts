import { type ApiPath, isSessionError } from '../../api/client';
import { networkProblem, problemFromResponse } from '../../api/problem';
import { endSession, refreshSession } from '../../api/session';
import { readToken } from '../../api/tokens';

/** Saves what a call answers as a file, under the name the answer gives it. Throws an `ApiProblem`. */
export async function download(path: ApiPath): Promise<void> {
  const used = readToken('staff') ?? '';
  let answer = await ask(path);
  if (answer instanceof Error && isSessionError(answer)) {
    const outcome = await refreshSession('staff', used);
    if (outcome === 'renewed' || (outcome === 'ended' && (await endSession('staff')))) answer = await ask(path);
  }
  if (answer instanceof Error) throw answer;
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'table.csv';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function ask(path: ApiPath) {
  const headers = { Authorization: `Bearer ${readToken('staff') ?? ''}` };
  const answer = await fetch(`/api${path}`, { headers, credentials: 'same-origin' }).catch(() => null);
  if (!answer) return networkProblem();
  return answer.ok ? answer : problemFromResponse(answer.status, await answer.json().catch(() => null));
}

import { api, apiPath } from '../client';
import type { LinkAnswered, PostPreview, PreviewAnswer, ReaderKind } from '../types';
import { publicQuery } from './public-query';

/** Kinds of readers as whom a preview is shown, the first one where nothing else is asked for. */
export const readerKinds: readonly ReaderKind[] = ['stranger', 'reader', 'subscriber'];

/** The kind of reader that an address names by `as`. */
export const readerKind = (search: URLSearchParams): ReaderKind =>
  readerKinds.find((kind) => kind === search.get('as')) ?? 'stranger';

/** A post behind a preview link, as it is saved. */
export const postPreview = (code: string, kind: ReaderKind) =>
  publicQuery<PostPreview>(apiPath(`/preview/${encodeURIComponent(code)}`, { as: kind }));

/** Sent again with the same `headers` it is one answer. */
export function answerPreview(code: string, answer: PreviewAnswer, headers: Record<string, string>) {
  const path = `/preview/${encodeURIComponent(code)}/answer` as const;
  return api.post<LinkAnswered>(path, answer, { headers, auth: 'none' });
}

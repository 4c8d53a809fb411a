/** No list has so many pages, and the API looks no further. */
const most = 1_000_000_000;

/** The page asked for by `?page=`; anything that is not a whole number from 1 is page 1. */
export function pageNumber(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), most) : 1;
}

// What is looked at before a post goes out. Plain functions over what the form holds: nothing here blocks a save.
import type { AdminPost, DealLink, PostLink, SameTitlePost } from '../../api/types';
import { shortDate } from '../../site/format/dates';
import { cutText } from '../cut-text';
import { isVideo } from '../media/media-file';
import { coverOf } from '../post-values/cover';
import { isComplete } from '../post-values/deal-values';
import type { PostFormValues } from '../post-values/post-values';
import { fromPickerValue } from '../time/publication-time';
import { readText, type TextParts } from './read-text';

/** Where something is mended. */
export type Place =
  | { in: 'field'; name: string }
  | { in: 'cover'; what: 'picture' | 'description' }
  | { in: 'picture'; number: number }
  | { in: 'missing'; number: number }
  | { in: 'link'; url: string };

/** Something that should be mended, and where. */
export type Check = { id: string; text: string; place: Place };

/** What the panel knows beside the form. */
export type Known = {
  /** The alt text of the chosen cover; undefined where it has none that is a picture, or is not known yet. */
  coverAlt: string | undefined;
  sameTitle: readonly SameTitlePost[];
  /** The deals as they are saved. */
  savedDeals: readonly DealLink[];
  /** What the links answered. */
  links: readonly PostLink[];
  now: number;
};

/** Search results and shared links cut a title after about so many characters. */
export const LONG_TITLE = 70;
/** As on the screen of deals: a price that was seen longer ago should be looked at again. */
const OLD_PRICE_MS = 30 * 86_400_000;

/** Everything that should be mended, in the order of the form. */
export function findChecks(values: PostFormValues, known: Known): Check[] {
  const text = readText(values.content);
  return [
    ...coverChecks(values, known),
    ...titleChecks(values, known),
    ...pictureChecks(text),
    ...missingChecks(text),
    ...linkChecks(values, text, known),
    ...partChecks(text),
    ...dealChecks(values, text, known),
    ...publishingChecks(values),
  ];
}

/** Whether there is anything to look at: an untouched form is no bad post. */
export function isBegun({ title, content }: Pick<PostFormValues, 'title' | 'content'>): boolean {
  return title.trim() !== '' || content !== '';
}

export function coverChecks(values: PostFormValues, { coverAlt }: Pick<Known, 'coverAlt'>): Check[] {
  if (values.pending_files === 0 && coverOf(values) === '') {
    const text = 'There is no cover: lists and shared links show the title instead.';
    return [{ id: 'cover', text, place: { in: 'cover', what: 'picture' } }];
  }
  if (values.media_url !== '' && !isVideo(values.media_url) && coverAlt?.trim() === '') {
    const text = 'The cover has no description for people who cannot see it.';
    return [{ id: 'cover-alt', text, place: { in: 'cover', what: 'description' } }];
  }
  return [];
}

export function titleChecks(
  { title }: Pick<PostFormValues, 'title'>,
  { sameTitle }: Pick<Known, 'sameTitle'>,
): Check[] {
  const place = { in: 'field', name: 'title' } as const;
  const checks: Check[] = [];
  const length = [...title.trim()].length;
  if (length > LONG_TITLE) {
    const text = `The title has ${length} characters: search results show about ${LONG_TITLE}.`;
    checks.push({ id: 'title-long', text, place });
  }
  const [other] = sameTitle;
  if (other) {
    const text = `${other.is_public ? 'A published post' : 'Another post'} has this title already.`;
    checks.push({ id: 'title-same', text, place });
  }
  return checks;
}

export function pictureChecks({ pictures }: Pick<TextParts, 'pictures'>): Check[] {
  return pictures.flatMap(({ alt }, index) => {
    if (alt.trim() !== '') return [];
    const which = pictures.length === 1 ? 'The picture' : `Picture ${index + 1}`;
    const text = `${which} in the text has no alt text.`;
    return [{ id: `picture-${index}`, text, place: { in: 'picture', number: index } as const }];
  });
}

/** What readers see nothing of: pictures and videos of other sites. */
export function missingChecks({ missing }: Pick<TextParts, 'missing'>): Check[] {
  return missing.map(({ words, isFetched }, number) => {
    const remedy = isFetched
      ? 'It is fetched after you save, if possible; otherwise upload the file in its place.'
      : 'Upload the file in its place.';
    const text = `Readers do not see it: ${words.replace(/\.$/, '')}. ${remedy}`;
    return { id: `missing-${number}`, text, place: { in: 'missing', number } };
  });
}

/** Links that lead nowhere, as far as they still stand in the form. */
export function linkChecks(values: PostFormValues, text: TextParts, { links }: Pick<Known, 'links'>): Check[] {
  return present(values, text, links)
    .filter(({ link }) => link.outcome === 'broken')
    .map(({ link, place }) => ({ id: `link-${link.url}`, text: `${brokenText(link)}: ${shortUrl(link.url)}`, place }));
}

/** Links within the text whose heading is gone: the save would leave their words alone. */
export function partChecks({ deadParts }: Pick<TextParts, 'deadParts'>): Check[] {
  return deadParts.map((url) => {
    const text = `A link leads to no heading of this text: ${url}`;
    return { id: `part-${url}`, text, place: { in: 'link', url } };
  });
}

/** Links whose answer says neither yes nor no. They are told apart: nobody must mend them. */
export function unclearLinks(values: PostFormValues, { links }: Pick<Known, 'links'>): Check[] {
  return present(values, readText(values.content), links)
    .filter(({ link }) => link.outcome === 'unclear')
    .map(({ link, place }) => ({ id: `link-${link.url}`, text: `${unclearText(link)}: ${shortUrl(link.url)}`, place }));
}

function present(values: PostFormValues, text: TextParts, links: readonly PostLink[]) {
  return links.flatMap((link): { link: PostLink; place: Place }[] => {
    const deal = values.deal_links.findIndex(({ url }) => url.trim() === link.url);
    if (deal >= 0) return [{ link, place: { in: 'field', name: `deal_links.${deal}.url` } }];
    return text.links.includes(link.url) ? [{ link, place: { in: 'link', url: link.url } }] : [];
  });
}

function brokenText({ reason, status }: PostLink): string {
  if (reason === 'answered') return `A link leads nowhere (${status})`;
  if (reason === 'name') return 'A link leads to a site that does not exist';
  return 'A link does not answer';
}

function unclearText({ reason, status }: PostLink): string {
  if (reason === 'private') return 'Not on the public web';
  if (reason === 'redirects') return 'Leads from one address to another without end';
  if (status === 401 || status === 403 || status === 429) return `Does not let us check (${status})`;
  return `Has trouble at the moment (${status})`;
}

/** "shop.example/lamp": the address as people read it. */
export function shortUrl(url: string): string {
  const short = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  return [...short].length > 60 ? `${cutText(short, 59)}…` : short;
}

/** Parameters by which shops know who sent somebody, and hosts that are for nothing else. */
const AFFILIATE_PARAMETERS = ['tag', 'aff', 'aff_id', 'affid', 'affiliate', 'affiliate_id', 'awc', 'afftrack'];
const AFFILIATE_HOSTS = ['amzn.to', 'awin1.com', 'shareasale.com', 'prf.hn', 'anrdoezrs.net', 'jumia.go2cloud.org'];

/** Whether somebody may earn money by this link. */
export function isAffiliate(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const host = hostname.replace(/^www\./, '');
  return AFFILIATE_HOSTS.includes(host) || AFFILIATE_PARAMETERS.some((name) => searchParams.has(name));
}

export function dealChecks(
  { content, deal_links }: Pick<PostFormValues, 'content' | 'deal_links'>,
  text: Pick<TextParts, 'links'>,
  { savedDeals, now }: Pick<Known, 'savedDeals' | 'now'>,
): Check[] {
  const checks: Check[] = [];
  const hasDeals = deal_links.some(isComplete);
  if (content.includes('<div data-block="deals">') && !hasDeals) {
    const said = 'There are no deals to compare: readers see nothing where the comparison stands.';
    checks.push({ id: 'comparison', text: said, place: { in: 'field', name: 'deal_links' } });
  }
  const paid = text.links.find(isAffiliate);
  if (paid !== undefined && !hasDeals) {
    const said = `A link that may earn a commission is not disclosed (${shortUrl(paid)}): only Deal Links say so.`;
    checks.push({ id: 'disclosure', text: said, place: { in: 'link', url: paid } });
  }
  for (const [index, deal] of deal_links.entries()) {
    const name = deal.label.trim() || `deal ${index + 1}`;
    const end = fromPickerValue(deal.ends_at);
    if (end !== null && end <= now) {
      const place = { in: 'field', name: `deal_links.${index}.ends_at` } as const;
      checks.push({ id: `deal-end-${index}`, text: `The deal at ${name} is over: readers see “Expired”.`, place });
    } else {
      checks.push(...priceChecks(deal, index, name, savedDeals, now));
    }
  }
  return checks;
}

function priceChecks(
  deal: PostFormValues['deal_links'][number],
  index: number,
  name: string,
  saved: readonly DealLink[],
  now: number,
): Check[] {
  if (deal.price.trim() === '' || deal.price_checked) return [];
  const same = savedPriceOf(deal, saved);
  // A new price is dated by the save.
  if (!same) return [];
  const place = { in: 'field', name: `deal_links.${index}.price_checked` } as const;
  const seen = same.price_seen_at;
  if (!seen) return [{ id: `price-${index}`, text: `It is not known when the price at ${name} was last seen.`, place }];
  if (Date.parse(seen) > now - OLD_PRICE_MS) return [];
  return [{ id: `price-${index}`, text: `The price at ${name} was last seen on ${shortDate(seen)}.`, place }];
}

/** The saved deal that this price is of, where it was not changed. */
export function savedPriceOf(
  { url, label, product_name, price }: Pick<DealLink, 'url' | 'label' | 'product_name' | 'price'>,
  saved: readonly DealLink[],
): DealLink | undefined {
  return saved.find(
    (old) =>
      old.price === price.trim() &&
      (old.url === url.trim() || (old.label === label.trim() && old.product_name === product_name.trim())),
  );
}

/**
 * The excerpt that somebody wrote: the form is filled with the opening of the text where nobody did. `post` is the one
 * it was opened with.
 */
export function writtenExcerpt(excerpt: string, post: Pick<AdminPost, 'excerpt' | 'dek'> | null): string {
  return post && excerpt === post.excerpt ? post.dek : excerpt;
}

export function publishingChecks({
  category_name,
  tags,
  access,
  excerpt,
  brand,
}: Pick<PostFormValues, 'category_name' | 'tags' | 'access' | 'excerpt' | 'brand'>): Check[] {
  const field = (name: string, text: string): Check => ({ id: name, text, place: { in: 'field', name } });
  const checks: Check[] = [];
  if (category_name === '') checks.push(field('category_name', 'There is no category.'));
  if (tags.trim() === '') checks.push(field('tags', 'There are no tags: readers find it only under its category.'));
  if (access !== '' && access !== 'everyone' && excerpt.trim() === '') {
    checks.push(field('excerpt', 'It is not for everyone and has no excerpt: others read only the first words.'));
  }
  if (category_name === 'sponsored' && brand.trim() === '') {
    checks.push(field('brand', 'It is sponsored and names no brand.'));
  }
  return checks;
}

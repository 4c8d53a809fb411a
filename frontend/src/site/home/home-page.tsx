import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { postsByCategory, publicPosts, todaysPicks } from '../../api/queries/posts';
import type { FrontPage, PostCard } from '../../api/types';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { organization, webSite } from '../head/schema-org';
import { useSite } from '../hooks/use-site';
import { PageMessage } from '../messages/page-message';
import { NewsletterBox } from '../newsletter-sign-up/newsletter-box';
import { PopupTimer } from '../newsletter-sign-up/popup-timer';
import { sponsoredSlug } from '../post-cards/category-hue';
import { arrangeBlocks, type HomePart, shippedBlocks } from './arrange-blocks';
import { CategorySections } from './category-sections';
import { HomeBanner } from './home-banner';
import { MissingAddress } from './missing-address';
import { MostRead } from './most-read';
import { MostRecent } from './most-recent';
import { SponsoredSection } from './sponsored-section';
import { TodaysPicks } from './todays-picks';

const recentCount = 5;

/** The front page. A part whose call failed is left out; only when nothing came does the page say so. */
export function HomePage() {
  const site = useSite();
  const picks = titled(useQuery(todaysPicks()).data?.data);
  const newest = titled(useQuery(publicPosts({ exclude: 'sponsored' })).data?.data);
  const sponsored = titled(useQuery(publicPosts({ category: 'sponsored', per_page: 3 })).data?.data);
  const byCategory = useQuery(postsByCategory()).data;
  const sections = (byCategory?.data ?? [])
    .filter(({ category }) => category.slug !== sponsoredSlug)
    .map((section) => ({ ...section, posts: titled(section.posts) ?? [] }));
  const front: Partial<FrontPage> = byCategory?.front_page ?? {};
  const { blocks = shippedBlocks, banner, most_read: mostRead } = front;

  // Without picks (none chosen today, or the call failed) the newest posts take their place at the top.
  const lead = picks ?? [];
  const hasPicks = blocks.some(({ kind }) => kind === 'picks');
  const top = !hasPicks ? [] : lead.length > 0 ? lead : (newest ?? []).slice(0, 3);
  const shown = new Set(top.map((post) => post.id));
  const recent = (newest ?? []).filter((post) => !shown.has(post.id)).slice(0, recentCount);
  const nothing = top.length === 0 && recent.length === 0 && sections.length === 0;

  function draw(part: HomePart, at: number) {
    switch (part.kind) {
      case 'picks':
        return <TodaysPicks posts={top} title={lead.length > 0 ? "Today's Picks" : 'Top Stories'} />;
      case 'sections':
        return <CategorySections sections={part.sections} atTop={shown} first={at === 0} />;
      case 'sponsored':
        return sponsored && sponsored.length > 0 && <SponsoredSection posts={sponsored} />;
      case 'most_read':
        return <MostRead posts={titled(mostRead) ?? []} />;
      default:
        return (
          <div className="home-split">
            {part.kind !== 'newsletter' && <MostRecent posts={recent} />}
            {part.kind !== 'recent' && <NewsletterBox />}
          </div>
        );
    }
  }

  return (
    <>
      <PageHead canonicalPath="/" description={site.tagline} />
      {import.meta.env.SSR && <JsonLd data={[organization(site), webSite(site)]} />}
      <h1 className="sr-only">{site.brand}</h1>
      <PopupTimer />
      <MissingAddress />
      {banner && <HomeBanner banner={banner} />}
      {nothing ? (
        <HomeMessage failed={newest === undefined} />
      ) : (
        <div className="wrap">
          {arrangeBlocks(blocks, sections).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts stand where they are
            <Fragment key={at}>{draw(part, at)}</Fragment>
          ))}
        </div>
      )}
    </>
  );
}

function HomeMessage({ failed }: { failed: boolean }) {
  return failed ? (
    <PageMessage
      title="Failed to load content. Please try again later."
      action={{ label: 'Try again', href: '/' }}
      reload
    />
  ) : (
    <PageMessage title="Nothing is published yet." text="Come back soon: the first posts will appear here." />
  );
}

/** Posts with an empty title are dropped from the home listing. */
function titled(posts: PostCard[] | undefined): PostCard[] | undefined {
  return posts?.filter((post) => post.title.trim() !== '');
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { PostCard } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { PageHead } from '../head/page-head';
import { DealCard } from '../home/deal-card';
import { SponsoredSection } from '../home/sponsored-section';
import { Pagination } from '../listing/pagination';
import { NewsletterBox } from '../newsletter-sign-up/newsletter-box';
import { categoryHue } from '../post-cards/category-hue';
import { StoryCard } from '../post-cards/story-card';
import { DealBox } from '../post-page/deal-box';
import { prepareContent } from '../post-page/post-content';
import { SearchForm } from '../search-box/search-form';
import { sampleDeal, samplePost, sampleText } from './samples';

const colours = 'paper raised sunk ink ink-2 ink-3 rule control ember glow focus night night-2 danger warning success';
const hues = 'tech business politics science ai deals security entertainment imports advertise';
const sizes = 'xs sm base lg xl 2xl 3xl 4xl';
const spaces = [1, 2, 3, 4, 6, 8, 12, 16];

/** Style guide: everything pages are made of, in both themes. For those who develop; production has no such page. */
export function StylesPage() {
  return (
    <>
      <PageHead title="Styles" />
      <h1 className="sr-only">Styles</h1>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className={`${theme} text-ink`} style={{ background: 'var(--paper)' }}>
          <div className="wrap" style={{ paddingBlock: '2.5rem' }}>
            <h2 className="headline text-3xl">{theme === 'light' ? 'Paper by day' : 'Lamp by night'}</h2>
            <Gallery theme={theme} />
          </div>
        </div>
      ))}
    </>
  );
}

function Gallery({ theme }: { theme: string }) {
  return (
    <>
      <Part title="Colours">
        <ul className="flex flex-wrap gap-3 text-xs">
          {colours.split(' ').map((name) => (
            <li key={name}>
              <span className="block h-11 w-20 border border-rule" style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Category hues">
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {hues.split(' ').map((slug) => (
            <span key={slug} className={`label ${categoryHue(slug)}`}>
              {`${slug} `}
            </span>
          ))}
          <span className="label label-sponsored">sponsored</span>
        </p>
      </Part>
      <Part title="Type">
        {sizes.split(' ').map((size) => (
          <p key={size} style={{ fontSize: `var(--t-${size})`, lineHeight: 1.2 }}>
            <span className="headline">Light for the reader</span> · reading in Nairobi · {size}
          </p>
        ))}
      </Part>
      <Part title="Space">
        {spaces.map((step) => (
          <p key={step} className="flex items-center gap-3 text-xs">
            <span className="block h-3 bg-ember" style={{ width: `${step / 4}rem` }} /> {step * 4} px
          </p>
        ))}
      </Part>
      <Part title="Buttons and choices">
        <p className="flex flex-wrap gap-3">
          {(['ink', 'ember', 'outline', 'quiet', 'danger'] as const).map((look) => (
            <button key={look} type="button" className={buttonLook({ look })}>
              {`${look} `}
            </button>
          ))}
          <button type="button" disabled className={buttonLook()}>
            disabled
          </button>
        </p>
        <ul className="chips">
          <li>
            <a href="/_styles">a chip</a>
          </li>
          <li>
            <button type="button">a chip to press</button>
          </li>
        </ul>
        <div className="max-w-md">
          <SearchForm />
        </div>
        <Pagination page={3} pages={9} path={() => '/_styles'} label={`${theme} samples`} />
      </Part>
      <Part title="Cards">
        <div className="feature">
          <StoryCard post={samplePost(1)} shape="large" label author excerpt={200} />
          <div className="rows">
            <StoryCard post={samplePost(2, 'ai')} shape="row" label excerpt={150} />
            <StoryCard post={samplePost(3, 'security')} shape="row" label excerpt={150} />
          </div>
        </div>
        <div className="grid-four">
          {(['science', 'business', 'politics', 'trade'] as const).map((slug, index) => (
            <StoryCard key={slug} post={samplePost(4 + index, slug)} label excerpt={100} />
          ))}
        </div>
        <div className="river">
          <StoryCard post={samplePost(8, 'tech')} shape="river" label author excerpt={150} />
        </div>
        <div className="grid-four">
          <DealCard post={withDeal(samplePost(9, 'deals'))} />
        </div>
      </Part>
      <SponsoredSection
        posts={[10, 11, 12].map((id) => samplePost(id, 'sponsored'))}
        headingId={`sponsored-${theme}`}
      />
      <Part title="The text of a post">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: prepareContent(sampleText) }} />
        <DealBox deals={[sampleDeal]} headingId={`deals-${theme}`} />
      </Part>
      <Part title="Newsletter">
        <div className="max-w-md">
          <NewsletterBox headingId={`newsletter-${theme}`} />
        </div>
      </Part>
      <Part title="Forms and dialogs of the admin area">
        <Primitives />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-4 border-t border-rule pt-3" style={{ marginTop: '1.5rem' }}>
      <h3 className="meta">{title}</h3>
      {children}
    </div>
  );
}

/** What the admin area is made of comes in a chunk of its own: it is heavy, and the server's bundle can do without. */
function Primitives() {
  const [Shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!import.meta.env.SSR) import('./primitives').then((module) => setShown(() => module.Primitives));
  }, []);
  return Shown ? <Shown /> : <p className="meta">Loading…</p>;
}

const withDeal = (post: PostCard): PostCard => ({ ...post, deal_links: [sampleDeal] });

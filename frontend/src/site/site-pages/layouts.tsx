import type { ReactNode } from 'react';
import type { PageBlock, SitePage } from '../../api/types';
import { ContactLinks } from '../contact/contact-links';
import { useSite } from '../hooks/use-site';
import { Html } from './html';
import { Blocks } from './page-blocks';
import { besideText, type Heading, isText, type PagePart, pageParts, textHtml } from './page-parts';

type Section = Extract<PageBlock, { type: 'section' }>;
type ListBlock = Extract<PageBlock, { type: 'list' }>;

/** A page's blocks in its layout. */
export function PageLayout({ page }: { page: SitePage }) {
  switch (page.layout) {
    case 'contents':
      return <ContentsLayout blocks={page.blocks} />;
    case 'groups':
      return <GroupsLayout blocks={page.blocks} />;
    case 'offer':
      return <OfferLayout page={page} />;
    default:
      return <TextLayout blocks={page.blocks} />;
  }
}

/** A text, with what stands beside it. */
function TextLayout({ blocks }: { blocks: PageBlock[] }) {
  const { main, beside } = besideText(blocks);
  const text = <Parts parts={pageParts(main)} />;
  if (beside.length === 0) return <div className="page-body">{text}</div>;
  return (
    <div className="still-columns">
      <div className="page-body">{text}</div>
      <div className="page-side">
        <Sections blocks={beside} />
      </div>
    </div>
  );
}

type TitleOf = (heading: Heading) => string;

/** Parts one below the other; those that are text alone are one text. `titleOf` has the HTML of a heading. */
function Parts({ parts, titleOf = ({ html }) => html }: { parts: PagePart[]; titleOf?: TitleOf }) {
  const drawn: ReactNode[] = [];
  let texts: PagePart[] = [];
  const flush = () => {
    if (texts.length > 0) drawn.push(<Html key={drawn.length} html={textHtml(texts, titleOf)} className="prose" />);
    texts = [];
  };
  for (const part of parts) {
    if (isText(part)) {
      texts.push(part);
      continue;
    }
    flush();
    drawn.push(<Part key={drawn.length} part={part} titleOf={titleOf} />);
  }
  flush();
  return drawn;
}

/** A heading with blocks that are more than text. */
function Part({ part: { heading, blocks }, titleOf = ({ html }) => html }: { part: PagePart; titleOf?: TitleOf }) {
  if (!heading) return <Blocks blocks={blocks} level="h2" />;
  return (
    <section aria-labelledby={heading.id} className="page-part">
      <Html as="h2" id={heading.id} html={titleOf(heading)} className="headline text-2xl" />
      <Blocks blocks={blocks} />
    </section>
  );
}

/** A long text with numbered sections and the list of them. */
function ContentsLayout({ blocks }: { blocks: PageBlock[] }) {
  const { main, beside } = besideText(blocks);
  const parts = pageParts(main);
  const headings = parts.flatMap(({ heading }) => heading ?? []);
  const numbers = new Map(headings.map(({ id }, index) => [id, index + 1]));
  return (
    <div className="legal">
      <nav aria-label="Contents" className="legal-contents no-print">
        <h2 className="text-sm font-semibold text-ink-3">Contents</h2>
        <ol className="link-list list-decimal ps-5">
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="page-body">
        <Parts parts={parts} titleOf={({ id, html }) => `${numbers.get(id) ?? 0}. ${html}`} />
        <Sections blocks={beside} />
      </div>
    </div>
  );
}

/** Each heading beside what stands below it. */
function GroupsLayout({ blocks }: { blocks: PageBlock[] }) {
  const { main, beside } = besideText(blocks);
  return (
    <>
      {pageParts(main).map((part) => (
        <Group key={part.heading?.id ?? ''} part={part} />
      ))}
      {beside.map((section) => (
        <NightBox key={headingOf(section)?.id ?? ''} section={section} />
      ))}
    </>
  );
}

function Group({ part: { heading, blocks } }: { part: PagePart }) {
  if (!heading)
    return (
      <div className="page-body">
        <Blocks blocks={blocks} level="h2" />
      </div>
    );
  const [first, ...rest] = blocks;
  const intro = first?.type === 'text' && rest.length > 0 ? first : null;
  const members = intro ? rest : blocks;
  return (
    <section aria-labelledby={heading.id} className="page-group">
      <div>
        <Html as="h2" id={heading.id} html={heading.html} className="headline text-2xl" />
        {intro && <Html html={intro.html} className="mt-2 max-w-[22em] text-sm text-ink-3" />}
      </div>
      <div className="page-body">
        {members.map((block, index) =>
          block.type === 'list' && block.look === 'cards' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids and keep their order
            <Cards key={index} block={block} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids and keep their order
            <Blocks key={index} blocks={[block]} />
          ),
        )}
      </div>
    </section>
  );
}

/** Cards that lead somewhere: the whole card is the link. */
function Cards({ block }: { block: ListBlock }) {
  return (
    <ul className="page-cards">
      {block.items.map(({ title_html, href, html }) => {
        const inside = (
          <>
            <Html as="span" html={title_html} className="headline text-xl" />
            <Html as="div" html={html} className="dek text-base" />
          </>
        );
        return <li key={title_html}>{href ? <a href={href}>{inside}</a> : inside}</li>;
      })}
    </ul>
  );
}

/** A section at the end of a page of groups. */
function NightBox({ section }: { section: Section }) {
  const site = useSite();
  const heading = headingOf(section);
  return (
    <aside aria-labelledby={heading?.id} className="night-box">
      <div className="grid content-start gap-3">
        {heading && <Html as="h2" id={heading.id} html={heading.html} className="headline text-2xl" />}
        <Blocks blocks={section.blocks} textClass="max-w-[34em] text-night-ink-2" />
      </div>
      {section.kind === 'contact' && <ContactLinks site={site} />}
    </aside>
  );
}

/** Something that is done for others: the text, facts below it, and beside it whom to ask and what. */
function OfferLayout({ page: { title, blocks } }: { page: SitePage }) {
  const end = blocks.findIndex(({ type }) => type === 'rule');
  const { main, beside } = besideText(end < 0 ? blocks : blocks.slice(0, end));
  const parts = pageParts(main);
  const facts = parts.filter(isFacts);
  return (
    <>
      <div className="offer">
        <div className="offer-text">
          {parts
            .filter((part) => !isFacts(part))
            .map(({ heading, blocks: own }) =>
              heading ? (
                <Part key={heading.id} part={{ heading, blocks: own }} />
              ) : (
                <Blocks key="" blocks={own} textClass="offer-lead" level="h2" />
              ),
            )}
          {facts.length > 0 && (
            <div className="facts">
              {facts.map((part) => (
                <Facts key={part.heading?.id} part={part} />
              ))}
            </div>
          )}
        </div>
        <aside aria-label="Before you decide" className="offer-side">
          <Sections blocks={beside} subject={title} />
        </aside>
      </div>
      {end >= 0 && (
        <div className="page-body offer-end">
          <Parts parts={pageParts(blocks.slice(end + 1))} />
        </div>
      )}
    </>
  );
}

const isFacts = ({ blocks }: PagePart) =>
  blocks.some((block) => block.type === 'list' && ['included', 'left-out', 'questions'].includes(block.look));

function Facts({ part: { heading, blocks } }: { part: PagePart }) {
  return (
    <section aria-labelledby={heading?.id}>
      {heading && <Html as="h2" id={heading.id} html={heading.html} className="font-serif text-xl font-semibold" />}
      <Blocks blocks={blocks} textClass="fact-text" />
    </section>
  );
}

/** Sections beside a text. */
function Sections({ blocks, subject }: { blocks: Section[]; subject?: string }) {
  return blocks.map((section, index) =>
    section.kind === 'contact' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids and keep their order
      <ContactBox key={index} section={section} subject={subject} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids and keep their order
      pageParts(section.blocks).map((part, at) => <Facts key={`${index}-${at}`} part={part} />)
    ),
  );
}

function ContactBox({ section, subject }: { section: Section; subject?: string }) {
  const site = useSite();
  const heading = headingOf(section);
  return (
    <section aria-labelledby={heading?.id} className="contact-box">
      {heading && <Html as="h2" id={heading.id} html={heading.html} className="headline text-xl" />}
      <Blocks blocks={section.blocks} textClass="contents text-sm text-ink-2" />
      <ContactLinks site={site} subject={subject} />
    </section>
  );
}

function headingOf({ blocks }: Section) {
  return blocks.find((block) => block.type === 'heading');
}

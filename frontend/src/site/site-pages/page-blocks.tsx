import type { PageBlock } from '../../api/types';
import { ContactForm } from './contact-form';
import { Html } from './html';

type ListBlock = Extract<PageBlock, { type: 'list' }>;
type Question = Extract<PageBlock, { type: 'question' }>;

/** Level of the titles in blocks: below the heading of their part, where it has one. */
type Level = 'h2' | 'h3';

type BlocksProps = { blocks: readonly PageBlock[]; textClass?: string; level?: Level };

/** Blocks other than headings and sections, one below the other. */
export function Blocks({ blocks, textClass = 'prose', level = 'h3' }: BlocksProps) {
  return blocks.map((block, index) => (
    <Block key={keyOf(block, index)} block={block} textClass={textClass} level={level} />
  ));
}

function Block({ block, textClass, level }: { block: PageBlock; textClass: string; level: Level }) {
  switch (block.type) {
    case 'text':
      return <Html html={block.html} className={textClass} />;
    case 'list':
      return <ListOf block={block} level={level} />;
    case 'question':
      return <QuestionAndAnswer block={block} level={level} />;
    case 'contact_form':
      return <ContactForm />;
    default:
      return null;
  }
}

function ListOf({ block: { look, items }, level: Title }: { block: ListBlock; level: Level }) {
  if (look === 'steps') {
    return (
      <ol className="steps">
        {items.map(({ title_html, html }) => (
          <li key={title_html}>
            <Html as={Title} html={title_html} className="font-serif text-lg font-semibold" />
            <Html html={html} className="text-ink-2" />
          </li>
        ))}
      </ol>
    );
  }
  if (look === 'ways') {
    return (
      <ul className="contact-ways">
        {items.map(({ title_html, html }) => (
          <li key={title_html}>
            <Html as={Title} html={title_html} className="text-sm font-semibold text-ink-3" />
            <Html html={html} className="contact-way" />
          </li>
        ))}
      </ul>
    );
  }
  if (look === 'cards') {
    return (
      <ul className="concerns">
        {items.map(({ title_html, href, html }) => (
          <li key={title_html}>
            <Title className="font-serif text-lg font-semibold">
              {href ? (
                <Html as="a" href={href} html={title_html} className="hover:underline" />
              ) : (
                <Html as="span" html={title_html} />
              )}
            </Title>
            <Html html={html} className="text-ink-2" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className={`fact-list fact-${look === 'questions' ? 'question' : look}`}>
      {items.map(({ html }) => (
        <Html as="li" key={html} html={html} />
      ))}
    </ul>
  );
}

/** Opens by the browser itself, without JavaScript too. */
function QuestionAndAnswer({ block, level }: { block: Question; level: Level }) {
  return (
    <details className="faq">
      <summary>
        <Html as={level} html={block.question_html} className="font-serif text-lg font-semibold" />
      </summary>
      <Html html={block.answer_html} className="faq-answer" />
    </details>
  );
}

/** Blocks have no ids; those of a page never change their order while it is shown. */
function keyOf(block: PageBlock, index: number): string {
  return `${index}-${block.type}`;
}

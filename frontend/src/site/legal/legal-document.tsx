import { Fragment, type ReactNode } from 'react';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { useSite } from '../layout/use-site';

export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalDocumentProps = {
  title: string;
  path: string;
  description: string;
  lead: string;
  /** Month and year it took effect. */
  dated: string;
  sections: LegalSection[];
};

/** A long text with numbered sections and the list of them. */
export function LegalDocument({ title, path, description, lead, dated, sections }: LegalDocumentProps) {
  const site = useSite();
  return (
    <article className="wrap pb-16">
      <PageHead title={title} description={description} canonicalPath={path} />
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: title, path }])} />}
      <header className="still-head">
        <h1 className="headline text-4xl">{title}</h1>
        <p className="dek max-w-[36em]">{lead}</p>
        <p className="meta">In force since {dated}</p>
      </header>
      <div className="legal">
        <nav aria-label="Contents" className="legal-contents no-print">
          <h2 className="text-sm font-semibold text-ink-3">Contents</h2>
          <ol className="link-list list-decimal pl-5">
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose">
          {sections.map((section, index) => (
            <Fragment key={section.id}>
              <h2 id={section.id}>{`${index + 1}. ${section.title}`}</h2>
              {section.body}
            </Fragment>
          ))}
        </div>
      </div>
    </article>
  );
}

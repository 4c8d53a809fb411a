import type { Site, SitePage } from '../../api/types';
import { breadcrumbs, faqPage, organization, service } from '../head/schema-org';

/** A page as schema.org describes it; called on the server only. */
export function pageJsonLd(page: SitePage, site: Site): object[] {
  const { key, title, short_title: name, description, canonical_path: path } = page;
  const isService = path.startsWith('/services/');
  const described: object[] = [];
  if (key === 'about' || key === 'contact') described.push(organization(site));
  if (isService || key === 'consultancy') described.push(service(site, { name: title, description, path }));
  const questions = page.blocks.flatMap((block) =>
    block.type === 'question' ? [{ question: block.question, answer: [block.answer] }] : [],
  );
  if (questions.length > 0) described.push(faqPage(questions));
  const parents = isService ? [{ name: 'Services', path: '/services' }] : [];
  return [...described, breadcrumbs(site, [...parents, { name, path }])];
}

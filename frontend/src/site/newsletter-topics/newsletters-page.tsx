import { useQuery } from '@tanstack/react-query';
import { newsletterTopics } from '../../api/queries/newsletter-topics';
import type { Topic } from '../../api/types';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { useSite } from '../hooks/use-site';
import { addTopic, removeTopic, useChosenTopics } from './chosen-topics';
import { SignUp } from './sign-up';
import { TopicList } from './topic-list';

/** The catalogue of newsletter topics, and the reader's own list of them. */
export function NewslettersPage() {
  const site = useSite();
  const chosen = useChosenTopics();
  const groups = useQuery(newsletterTopics()).data?.groups ?? [];
  return (
    <div className="wrap pb-16">
      <PageHead
        title="Newsletters"
        description={`The newsletters of ${site.brand} by topic, from AI at work to books: look around, and sign up with one address.`}
        canonicalPath="/newsletters"
      />
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: 'Newsletters', path: '/newsletters' }])} />}
      <header className="still-head">
        <h1 className="headline text-4xl">Newsletters</h1>
        <p className="dek max-w-[36em]">
          What we write about by mail, in seven groups. Collect the topics you like; sign up with one address.
        </p>
        <p>
          <a href="/newsletter/issues" className="more-link">
            Past newsletters →
          </a>
        </p>
      </header>
      <div className="catalogue">
        <SignUp />
        <div className="catalogue-topics">
          {groups.map(({ id, name, topics }) => (
            <section key={id} aria-labelledby={id} className="topic-group">
              <h2 id={id} className="headline text-2xl">
                {name}
              </h2>
              <ul>
                {topics.map((topic) => (
                  <TopicRow key={topic.id} topic={topic} chosen={chosen.includes(topic.id)} />
                ))}
              </ul>
            </section>
          ))}
          {chosen.length > 0 && (
            <a href="#your-list" className="list-pill">
              {`Your list: ${chosen.length}`}
            </a>
          )}
        </div>
        <TopicList groups={groups} chosen={chosen} />
      </div>
    </div>
  );
}

function TopicRow({ topic: { id, name, text }, chosen }: { topic: Topic; chosen: boolean }) {
  return (
    <li className={chosen ? 'topic topic-chosen' : 'topic'}>
      <div>
        <h3 className="font-serif text-lg font-semibold">{name}</h3>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      {/* The name stays the same; pressed or not is told by the state, and by the sign. */}
      <button
        type="button"
        aria-label={`Add ${name}`}
        aria-pressed={chosen}
        className="topic-toggle needs-script"
        onClick={() => (chosen ? removeTopic(id) : addTopic(id))}
      />
    </li>
  );
}

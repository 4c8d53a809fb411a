// What the server answers to forms that are sent without script: the same forms in the same frame. In the server's
// bundle alone.
import { useQueryClient } from '@tanstack/react-query';
import { buttonLook } from '../../ui/button-look';
import { PageHead } from '../head/page-head';
import { LinkProblem } from '../newsletter-preferences/link-problem';
import { NewsletterLayout } from '../newsletter-preferences/newsletter-layout';
import { Choice } from '../newsletter-preferences/preferences';
import { SignUp } from '../newsletter-topics/sign-up';
import { ContactForm } from '../site-pages/contact-form';
import { readFormAnswer } from './form-answer';

export function SignUpAnswer() {
  const { done, problem, typed } = readFormAnswer(useQueryClient());
  return (
    <div className="wrap pb-16">
      <PageHead title="Newsletters" />
      {done !== null ? (
        <Done words={done} href="/newsletters" label="To all newsletters" />
      ) : (
        <div className="mt-8 grid max-w-md gap-6">
          <h1 className="headline text-3xl">Newsletters</h1>
          <SignUp typed={typed.email} problem={problem ?? undefined} />
        </div>
      )}
    </div>
  );
}

export function ContactAnswer() {
  const { done, problem, fields, typed } = readFormAnswer(useQueryClient());
  return (
    <div className="wrap pb-16">
      <PageHead title="Contact" />
      {done !== null ? (
        <Done words={done} href="/" label="To the front page" />
      ) : (
        <div className="mt-8 grid max-w-prose gap-4">
          <h1 className="headline text-3xl">Contact</h1>
          <ContactForm typed={typed} problem={{ message: problem ?? undefined, fields: fields ?? {} }} />
        </div>
      )}
    </div>
  );
}

export function PreferencesAnswer() {
  const { done, problem, preferences } = readFormAnswer(useQueryClient());
  return (
    <NewsletterLayout title="Your newsletter" dek={preferences ? `For ${preferences.email}` : undefined}>
      {problem !== null && <LinkProblem error={problem} />}
      {preferences && <Choice code="" preferences={preferences} said={done ?? ''} />}
    </NewsletterLayout>
  );
}

function Done({ words, href, label }: { words: string; href: string; label: string }) {
  return (
    <div className="mt-8 grid justify-items-start gap-4">
      <h1 className="headline text-3xl">{words}</h1>
      <a href={href} className={buttonLook({ look: 'ember' })}>
        {label}
      </a>
    </div>
  );
}

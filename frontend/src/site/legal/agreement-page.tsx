import type { Site } from '../../api/types';
import { useSite } from '../layout/use-site';
import { LegalDocument, type LegalSection } from './legal-document';

/** The rules between the publication and the people who use it. */
export function AgreementPage() {
  const site = useSite();
  return (
    <LegalDocument
      title="User agreement"
      path="/user-agreement"
      description={`The rules for reading ${site.brand}, for accounts, newsletters, subscriptions and for reusing our work.`}
      lead="What you may expect from us and what we ask of you, in words that need no lawyer to read."
      dated="April 2025"
      sections={sections(site)}
    />
  );
}

const sections = (site: Site): LegalSection[] => [
  {
    id: 'agreement',
    title: 'What this is',
    body: (
      <p>
        This is an agreement between you and {site.brand}, Nairobi, Kenya. It applies when you use the site, open an
        account, sign up for a newsletter or buy a subscription. Where a service or consultancy job is agreed in
        writing, that writing comes first.
      </p>
    ),
  },
  {
    id: 'reading',
    title: 'Reading',
    body: (
      <p>
        Everybody may read what is open without an account. Some texts are for subscribers; the beginning shows what
        they are about. We try to keep the site available at all hours and cannot promise that it always is.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: (
      <ul>
        <li>Use an e-mail address that is yours; password resets go there.</li>
        <li>A password has at least eight characters. Do not share it, and do not use it elsewhere.</li>
        <li>You answer for what is done with your account until you tell us that somebody else has it.</li>
        <li>You may leave at any time. We may close an account that is used to attack the site or other people.</li>
      </ul>
    ),
  },
  {
    id: 'newsletters',
    title: 'Newsletters',
    body: (
      <p>
        Newsletters cost nothing. They begin after you have confirmed your address and end with one press on the link in
        any issue. Do not sign up addresses that are not yours.
      </p>
    ),
  },
  {
    id: 'subscriptions',
    title: 'Subscriptions',
    body: (
      <>
        <p>
          A subscription is bought once for a fixed number of calendar months. It does not renew itself and nothing is
          charged again. The price and the length of each plan stand on the <a href="/subscribe">subscription page</a>{' '}
          before you pay; the wallet checkout shows the same sum.
        </p>
        <p>
          The right to read belongs to the e-mail address you name. Anyone may buy without an account; the right is
          claimed once that address is verified. Buying again while a plan runs adds the new months to its end.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'When something goes wrong with a payment',
    body: (
      <p>
        If you were charged and cannot read, or were charged twice, <a href="/contact">write to us</a> with the date and
        the e-mail address. We put it right or give the money back the way it came. Rights that consumer law gives you
        stay untouched by this agreement.
      </p>
    ),
  },
  {
    id: 'copyright',
    title: 'Our work and yours',
    body: (
      <>
        <p>
          Texts, pictures and the arrangement of the site belong to us or to those who let us use them. You may print
          for yourself, share links as you like, and quote a passage with our name and the address of the post. Copying
          whole posts, or feeding them into a product of your own, needs our agreement.
        </p>
        <p>What you send us stays yours. If it is meant for publication, say under which name.</p>
      </>
    ),
  },
  {
    id: 'deals',
    title: 'Deals, advertising and links',
    body: (
      <p>
        Deal links lead to shops that are not ours and may pay us. Prices and stock are theirs and can have changed
        since we looked; what you buy there is between you and the shop. Sponsored posts carry that word. We choose
        links with care and do not answer for what stands behind them.
      </p>
    ),
  },
  {
    id: 'advice',
    title: 'Information is not advice',
    body: (
      <p>
        Articles on money, health, law or security inform in general. They do not know your situation. Before a decision
        that can cost you much, ask somebody qualified who does.
      </p>
    ),
  },
  {
    id: 'conduct',
    title: 'Fair use of the site',
    body: (
      <ul>
        <li>Do not break in, overload it, or get around its limits.</li>
        <li>Do not pretend to be somebody else.</li>
        <li>
          Programs may read our feeds and pages at a moderate pace, as <code>robots.txt</code> says.
        </li>
        <li>If you find a weakness, tell us before you tell the world. We will thank you.</li>
      </ul>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <p>
        We answer without limit for harm caused on purpose or by gross negligence, and wherever the law does not allow
        otherwise. For the rest, our liability for a paid subscription ends at what you paid for it. For a free page we
        answer for care, not for every result of reading it.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Your data',
    body: (
      <p>
        The <a href="/privacy-policy">privacy policy</a> says what we store, and is part of this agreement.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        We may change these rules for the future. The month at the head tells you when we last did. A running
        subscription keeps the rules it was bought under, unless the new ones are better for you.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and courts',
    body: (
      <p>
        The law of Kenya applies, and the courts in Nairobi decide. If you live elsewhere as a consumer, the protection
        of your own country’s law stays with you. If one sentence here should not hold, the others still do. Before
        going to court, <a href="/contact">talk to us</a>; most things are settled by one honest mail.
      </p>
    ),
  },
];

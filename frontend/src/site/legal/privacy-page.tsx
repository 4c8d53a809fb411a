import type { Site } from '../../api/types';
import { mailHref } from '../contact/contact-addresses';
import { useSite } from '../layout/use-site';
import { LegalDocument, type LegalSection } from './legal-document';

/** What we store about people, why, and for how long. */
export function PrivacyPage() {
  const site = useSite();
  return (
    <LegalDocument
      title="Privacy policy"
      path="/privacy-policy"
      description={`What ${site.brand} stores about readers, why, for how long, and how to see, correct or delete it.`}
      lead="You can read this site without telling us who you are. This page says what we store when you do, and what we never store."
      dated="April 2025"
      sections={sections(site)}
    />
  );
}

function Mail({ site, children }: { site: Site; children: string }) {
  return site.contact_email ? (
    <a href={mailHref(site.contact_email, 'Your data')}>{children}</a>
  ) : (
    <a href="/contact">{children}</a>
  );
}

const sections = (site: Site): LegalSection[] => [
  {
    id: 'short',
    title: 'The short version',
    body: (
      <ul>
        <li>Pages are the same for everybody. They load nothing from other companies and set no cookie.</li>
        <li>We count how often a post is read. We do not keep who read it, nor any internet address.</li>
        <li>Newsletters go only to addresses that confirmed they want them.</li>
        <li>We do not sell, rent or swap personal data.</li>
      </ul>
    ),
  },
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        {site.brand}, Nairobi, Kenya, decides what is stored and why, and is the data controller under the Data
        Protection Act, 2019. Write to us about anything on this page:{' '}
        <Mail site={site}>contact us about your data</Mail>.
      </p>
    ),
  },
  {
    id: 'reading',
    title: 'When you only read',
    body: (
      <>
        <p>
          Your browser has to send its internet address so that a page can come back. We use it for that moment, and to
          hold off floods of requests; it is not written into our statistics.
        </p>
        <p>
          What we count per day: views of posts, presses on deal links and share buttons, newsletter sign-ups, the steps
          of a purchase, and the name of the site a reader came from, without the page. No e-mail address and no
          identifier of a person or a device is part of it. If your browser sends Do Not Track or Global Privacy
          Control, nothing is counted at all.
        </p>
        <p>
          Our technical log notes which kind of page was asked for and what went wrong, not the full address you opened.
          For safety it also notes sign-ins, refused calls and changes of accounts, with the number of the account and
          the network that they came from.
        </p>
      </>
    ),
  },
  {
    id: 'newsletter',
    title: 'Newsletters',
    body: (
      <>
        <p>
          Signing up stores your e-mail address and the time. You then receive one mail with a link; only after you have
          confirmed there do we send anything else. An address that is never confirmed gets no newsletter. The
          confirmation is kept as proof of your consent.
        </p>
        <p>
          Every issue has a link to leave, which works with one press and without a password. For each issue we store
          whether the mail server of your provider accepted it. We do not put invisible pictures into mails to see
          whether you opened them.
        </p>
        <p>
          The list of topics you put together on the <a href="/newsletters">newsletters page</a> stays in your browser
          and is not sent to us.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Accounts',
    body: (
      <>
        <p>
          An account holds your e-mail address, a user name, and your password in a form that cannot be turned back
          (Argon2id). If you sign in through Google, Facebook or LinkedIn, we receive your e-mail address, whether it
          was verified, and an identifier from them; they learn that you signed in here.
        </p>
        <p>
          To stop guessing, failed attempts are counted for fifteen minutes under a scrambled form of the account or
          internet address, from which neither can be read.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Subscriptions and payments',
    body: (
      <p>
        Payment runs through PayPal. Its script is loaded in the last step of a purchase only, on our page, and from
        then on PayPal’s own privacy statement applies to what you enter there. We never see card or wallet details. We
        store the plan, the e-mail address it belongs to, the amount, PayPal’s order number and the expiry date, because
        the law on accounts requires it and because you want to read what you paid for.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and browser storage',
    body: (
      <>
        <p>Cookies are used for signing in, and for nothing else. No script can read them.</p>
        <ul>
          <li>
            <code>mwanga_reader</code> and <code>mwanga_staff</code> keep a reader or a member of the newsroom signed
            in.
          </li>
          <li>
            <code>mwanga_browser</code> remembers for 400 days that you signed in here, so that we can mail you about a
            sign-in from a browser that you never used.
          </li>
          <li>A cookie of ten minutes carries you safely to Google, Facebook or LinkedIn and back.</li>
        </ul>
        <p>These things stay in your browser’s own storage, where you can delete them:</p>
        <ul>
          <li>
            <code>token</code> (readers) and <code>admin_token</code> (newsroom): proof for one hour that you are signed
            in.
          </li>
          <li>
            <code>theme</code>: whether you chose the light or the dark look.
          </li>
          <li>
            <code>newsletter-topics</code>: your list on the newsletters page.
          </li>
          <li>
            <code>newsletter</code>: that you signed up, or when you closed the invitation, so that it leaves you alone.
          </li>
          <li>Until you close the tab: how far you had scrolled, and whether a page was loaded a second time.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who else sees it',
    body: (
      <>
        <p>
          Companies that run machines for us, such as hosting and mail delivery, handle data on our instruction and for
          no purpose of their own. Some stand outside Kenya; then we see to the safeguards that the Act asks for.
          Authorities receive data only where the law compels us.
        </p>
        <p>
          Videos and posts of other sites appear as cards. Nothing of them is loaded until you press one; then their
          rules apply. Share buttons are plain links and send nothing by themselves.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Sign-ins: thirty days after they ended.</li>
        <li>Newsletter address: until you leave; then only what is needed to not write to you again.</li>
        <li>Account: until you ask us to delete it.</li>
        <li>Payments: as long as tax and accounting law asks.</li>
        <li>Daily counts: without limit, since they are about posts and not about people.</li>
        <li>Backups: a deleted entry disappears from them as they are replaced by newer ones.</li>
      </ul>
    ),
  },
  {
    id: 'grounds',
    title: 'Why we may',
    body: (
      <p>
        Newsletters rest on your consent, which you can withdraw at any time. Accounts and subscriptions rest on the
        contract with you. Counting, security and logs rest on our legitimate interest in a site that works. Payment
        records rest on legal duty.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>The Data Protection Act, 2019 gives you the right to</p>
        <ul>
          <li>know what is stored about you and receive a copy,</li>
          <li>have mistakes corrected and outdated data deleted,</li>
          <li>object to a use, or have it restricted,</li>
          <li>take your data elsewhere in a common format,</li>
          <li>withdraw consent without giving a reason.</li>
        </ul>
        <p>
          Write from the address it is about, so that we give your data to you and to nobody else:{' '}
          <Mail site={site}>send a request</Mail>. If our answer does not satisfy you, you may complain to the Office of
          the Data Protection Commissioner in Nairobi.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The site is written for adults and harmless for others. We do not knowingly open accounts or newsletters for
        children without a parent’s agreement; tell us if it happened, and we delete the entry.
      </p>
    ),
  },
  {
    id: 'safety',
    title: 'How it is protected',
    body: (
      <p>
        Connections are encrypted. Sessions can be ended from the server at once, links in mails work a single time or
        are signed, and only the people who need it can see subscriber data. If data is lost in spite of that and you
        are at risk, we tell you and the Commissioner.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When the site changes, this page changes first, and the month at its head with it. A change that matters to
        subscribers is announced by mail.
      </p>
    ),
  },
];

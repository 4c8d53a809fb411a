import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SetUp } from '../../api/types';
import { Checks } from './checks';
import { QuestionForm, type QuestionProps } from './question-form';

type Address = SetUp['address'];

/** The site's address as it sees itself, as the browser sees it, and whether it reaches itself there. */
export function AddressQuestion(props: QuestionProps) {
  const { address } = props.setUp;
  return (
    <QuestionForm
      {...props}
      fields={
        <>
          <p className="font-serif text-2xl font-semibold tracking-tight wrap-anywhere">{address.url}</p>
          <p className="-mt-3 text-sm text-ink-2">{origins[address.source]}</p>
          <Comparison address={address} />
          <Checks subjects={['Base URL', 'Payments']} />
        </>
      }
    />
  );
}

const origins: Record<Address['source'], ReactNode> = {
  environment: (
    <>
      Whoever runs the server gave it (<code>MWANGA_BASE_URL</code>). A new one counts when the server starts again.
    </>
  ),
  file: (
    <>
      Whoever runs the server gave it (<code>base_url</code> in <code>mwanga.toml</code>). A new one counts when the
      server starts again.
    </>
  ),
  listen: (
    <>
      Nobody gave it an address of its own yet, so this is where the server answers. Whoever runs it gives one:{' '}
      <code>base_url</code> in <code>mwanga.toml</code>, or <code>MWANGA_BASE_URL</code>.
    </>
  ),
};

function Comparison({ address }: { address: Address }) {
  const own = window.location.origin;
  const isSame = own === address.url;
  const Icon = isSame ? CircleCheck : TriangleAlert;
  return (
    <p className="flex gap-3 rounded-lg bg-sunk px-4 py-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${isSame ? 'text-success' : 'text-warning'}`} />
      <span className="min-w-0 wrap-anywhere">
        {isSame ? (
          'Your browser is at the same address.'
        ) : (
          <>
            Your browser is at <strong>{own}</strong>. Links in e-mails and feeds lead to {address.url}: is that where
            readers should arrive?
          </>
        )}
      </span>
    </p>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import { answerPreview } from '../../api/queries/preview';
import type { PostPreview } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { controlLook } from '../../ui/control-look';
import { longDate } from '../format/dates';
import { problemText } from '../forms/use-submit';

const LONGEST_NOTE = 2000;

type State = { busy: boolean; done?: string; error?: string; isOutdated?: boolean };

/** Agrees to a text in preview, or leaves a note with the newsroom. What was typed stays until the server has it. */
export function PreviewAnswer({ code, preview }: { code: string; preview: PostPreview }) {
  const id = useId();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const [{ busy, done, error, isOutdated }, setState] = useState<State>({ busy: false });
  // Made with the first press: the server, which draws this too, has no random numbers.
  const key = useRef<IdempotencyKey>(undefined);

  const load = () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => isOfLink(path, code) });

  async function answer(approve: boolean) {
    if (busy) return;
    setState({ busy: true });
    try {
      key.current ??= new (await import('../../api/idempotency-key')).IdempotencyKey();
      const sent = { approve, note, revision: preview.revision };
      const { message } = await key.current.send((headers) => answerPreview(code, sent, headers));
      setNote('');
      setState({ busy: false, done: message });
      await load();
    } catch (cause) {
      const isChanged = cause instanceof ApiProblem && cause.code === 'post.changed';
      setState({
        busy: false,
        error: problemText(cause, 'Your answer was not sent. It is still here: please try again.'),
        isOutdated: isChanged,
      });
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answer(false);
  };

  return (
    <section aria-labelledby={`${id}-title`} className="preview-answer no-print">
      <h2 id={`${id}-title`} className="headline text-2xl">
        What do you say?
      </h2>
      <Agreement preview={preview} />
      <p className="text-ink-2">Your answer goes to the newsroom. Nothing is published by it.</p>
      <form onSubmit={submit} className="grid gap-4 needs-script">
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-note`} className="text-sm font-semibold">
            Note
          </label>
          <textarea
            id={`${id}-note`}
            rows={4}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={controlLook}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <button
            type="button"
            disabled={busy}
            className={buttonLook({ look: 'ember' })}
            onClick={() => void answer(true)}
          >
            Looks good
          </button>{' '}
          <button type="submit" disabled={busy || !note.trim()} className={buttonLook({ look: 'outline' })}>
            Send note only
          </button>
        </div>
        <p role="status" className="text-sm font-semibold text-success empty:hidden">
          {done}
        </p>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {error}
        </p>
        {isOutdated && (
          <p>
            <button
              type="button"
              className={buttonLook({ look: 'outline' })}
              onClick={() => {
                setState({ busy: false });
                void load().then(() => window.scrollTo({ top: 0 }));
              }}
            >
              Show the new text
            </button>
          </p>
        )}
      </form>
      <p className="without-script text-ink-2">Answering needs JavaScript. Please tell who sent you the link.</p>
    </section>
  );
}

function Agreement({ preview: { agreed_at, agreement_holds } }: { preview: PostPreview }) {
  if (!agreed_at) return null;
  return agreement_holds ? (
    <p className="rounded-md bg-success-wash px-4 py-3 font-medium text-success">
      Agreed to by this link on {longDate(agreed_at)}.
    </p>
  ) : (
    <p className="rounded-md border border-rule bg-sunk px-4 py-3">
      The text was changed after the yes of {longDate(agreed_at)}, which does not count any more. Please look again.
    </p>
  );
}

function isOfLink(path: unknown, code: string): boolean {
  return typeof path === 'string' && path.startsWith(`/preview/${encodeURIComponent(code)}`);
}

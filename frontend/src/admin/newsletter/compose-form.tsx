import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { randomName } from '../../api/random-name';
import { hasUnknownOutcome, isKeyReused } from '../../api/request-key';
import type { Issue, IssueDraft } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { PostEditor } from '../editor/post-editor';
import type { UploadLimits } from '../media/upload-rules';
import { uploadWithToast } from '../media/upload-with-toast';
import { staffEmail } from '../session/staff-session';
import { formatMoment } from '../time/nairobi-time';
import { newAutosaveKey, removeAutosaved } from '../unsaved-changes/autosave-storage';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { SaveState } from '../unsaved-changes/save-state';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { useAutosave } from '../unsaved-changes/use-autosave';
import {
  audienceQuery,
  issueQuery,
  isUnderWay,
  reloadIssues,
  sendIssue,
  sendTest,
  showIssue,
  topicsQuery,
} from './api';
import {
  autosaveIssue,
  type IssueValues,
  issueFormName,
  type RecoverableIssue,
  recoverableIssuesQuery,
} from './autosaved-issues';
import { IssuePreview } from './issue-preview';
import { subscribers } from './issue-words';

type ComposeFormProps = {
  /** Read once; another draft needs another `key`. */
  draft: IssueDraft;
  limits: UploadLimits;
  /** The issue waits for its minute to end. */
  onSent: (issue: Issue) => void;
  /** What is in the form goes out: it cannot be taken back any more. */
  onStarted: () => void;
};

/** Subject and digest, both to be edited. What was typed stays until it cannot be taken back any more. */
export function ComposeForm({ draft, limits, onSent, onStarted }: ComposeFormProps) {
  const client = useQueryClient();
  const [account] = useState(staffEmail);
  const [place, setPlace] = useState(() => newAutosaveKey(issueFormName(account)));
  const { data: everyLeft = [] } = useQuery(recoverableIssuesQuery(client, account));
  const left = everyLeft.filter(({ key }) => key !== place);
  const [text, setText] = useState({ html: draft.html, version: 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [testing, setTesting] = useState(false);
  /** The issue that the text went into and that can still be undone. */
  const [sentAs, setSentAs] = useState<number | null>(null);
  /** Names what is sent for the server: sent again after a lost answer it is the same issue. */
  const key = useRef(randomName());
  /** Whether an issue of this key may wait to go out, although no answer said so. */
  const mayWait = useRef(false);

  const form = useForm<IssueValues>({
    defaultValues: { subject: draft.subject, html: draft.html, until: draft.until, topic: '' },
    shouldFocusError: false,
  });
  const { control, register, setValue, getValues, setError, clearErrors, watch } = form;
  const { errors, isDirty } = form.formState;
  const values = useWatch({ control }) as IssueValues;

  const topic = values.topic ?? '';
  const catalogue = useQuery(topicsQuery);
  const chosen = useQuery({ ...audienceQuery(topic), enabled: topic !== '' });

  const counted = topic === '' ? draft : chosen.isPlaceholderData ? undefined : chosen.data;
  const audience = counted?.audience ?? null;

  useUnsavedChanges(isDirty && sentAs === null);
  const write = useCallback((now: IssueValues) => autosaveIssue(place, now, sentAs), [place, sentAs]);
  const autosave = useAutosave(form, write);

  useEffect(
    () =>
      watch(() => {
        // Another text is another issue, unless this one may be on its way: then the server tells.
        if (!mayWait.current) key.current = randomName();
        setFailure(null);
        clearErrors();
      }).unsubscribe,
    [watch, clearErrors],
  );

  const sent = useQuery({ ...issueQuery(sentAs ?? 0), enabled: sentAs !== null }).data;
  const settle = useEffectEvent((status: Issue['status']) => {
    if (status === 'undone') {
      key.current = randomName();
      autosaveIssue(place, getValues(), null);
      setSentAs(null);
      return;
    }
    removeAutosaved(place);
    onStarted();
  });
  const status = sentAs === null ? undefined : sent?.status;
  useEffect(() => {
    if (status && status !== 'waiting') settle(status);
  }, [status]);

  function restore(work: RecoverableIssue) {
    setValue('subject', work.values.subject, { shouldDirty: true });
    setValue('html', work.values.html, { shouldDirty: true });
    setValue('until', work.values.until);
    setValue('topic', work.values.topic ?? '');
    setText(({ version }) => ({ html: work.values.html, version: version + 1 }));
    setPlace(work.key);
    forget(work);
  }

  function forget({ key }: RecoverableIssue) {
    client.setQueryData(recoverableIssuesQuery(client, account).queryKey, (all) =>
      all?.filter((one) => one.key !== key),
    );
  }

  async function send() {
    setSending(true);
    setFailure(null);
    try {
      const { issue } = await sendIssue(getValues(), key.current);
      mayWait.current = false;
      // Under the issue's name before anything else happens: a reload within the minute loses nothing.
      autosaveIssue(place, getValues(), issue.id);
      setSentAs(issue.id);
      showIssue(client, issue);
      toast.success('Newsletter sent successfully');
      onSent(issue);
    } catch (cause) {
      if (hasUnknownOutcome(cause)) mayWait.current = true;
      if (isKeyReused(cause)) {
        mayWait.current = false;
        void reloadIssues(client); // what was sent before stands in the list, to be undone
      }
      show(cause, 'Failed to send newsletter');
    } finally {
      setSending(false);
    }
  }

  async function test() {
    setTesting(true);
    setFailure(null);
    try {
      toast.success((await sendTest(getValues())).message);
    } catch (cause) {
      show(cause, 'Failed to send the test');
    } finally {
      setTesting(false);
    }
  }

  function show(cause: unknown, title: string) {
    console.error(cause);
    toast.error(title);
    setFailure(cause instanceof ApiProblem ? cause.error : title);
    if (!(cause instanceof ApiProblem)) return;
    for (const name of ['topic', 'subject', 'html'] as const) {
      const message = cause.fields[name];
      if (message) setError(name, { message });
    }
  }

  const busy = sending || testing;
  const waits = sentAs !== null && (!sent || isUnderWay(sent));
  return (
    <form aria-labelledby="compose-title" onSubmit={(submitted) => submitted.preventDefault()}>
      <h2 id="compose-title" className="mb-2 text-xl font-semibold tracking-tight">
        Write a newsletter
      </h2>
      <p className="mb-5 text-sm text-ink-2">
        Goes to{' '}
        <strong className="text-ink tabular-nums">{audience === null ? '… subscribers' : subscribers(audience)}</strong>
        . {postsText(draft)}
        {topic !== '' && chosen.isError && (
          <>
            {' '}
            How many chose this topic could not be read.{' '}
            <Button look="quiet" size="sm" onClick={() => chosen.refetch()}>
              Try again
            </Button>
          </>
        )}
      </p>
      {left.length > 0 && (
        <RecoveryOffer
          left={left}
          on="a newsletter"
          titleOf={(work) => work.values.subject}
          onRestore={restore}
          onDiscard={(work) => {
            removeAutosaved(work.key);
            forget(work);
          }}
        />
      )}
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <Field
            label="Readers"
            hint="A newsletter of one topic reaches only those who chose it."
            error={errors.topic?.message}
          >
            <Select disabled={waits} {...register('topic')}>
              <option value="">Everyone who gets the newsletter</option>
              {catalogue.data?.groups.map((group) => (
                <optgroup key={group.id} label={group.name}>
                  {group.topics.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </Field>
          <Field label="Subject" error={errors.subject?.message} required>
            <Input autoComplete="off" maxLength={200} readOnly={waits} {...register('subject')} />
          </Field>
          <Field
            label="Digest"
            hint="What is new since the last newsletter; write what you like. Alt + F10 goes to the tools."
            error={errors.html?.message}
            required
          >
            <PostEditor
              key={text.version}
              initialHtml={text.html}
              label="Digest"
              allowedExtensions={limits.allowedExtensions}
              disabled={busy || waits}
              onChange={(html) => setValue('html', html, { shouldDirty: true })}
              onUpload={(file) => uploadWithToast(file, limits, { place: 'editor' })}
            />
          </Field>
        </div>
        <IssuePreview input={values} />
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-3 border-y border-rule bg-paper/95 px-4 py-3 backdrop-blur lg:-mx-8 lg:px-8">
        <Button look="ember" busy={sending} disabled={busy || waits} onClick={() => void send()}>
          {sending ? 'Sending...' : 'Send Newsletter'}
        </Button>
        <Button look="outline" busy={testing} disabled={busy} onClick={() => void test()}>
          {testing ? 'Sending the test...' : 'Send test to myself'}
        </Button>
        <p role="alert" className="text-sm font-medium text-danger">
          {failure}
        </p>
        {waits ? (
          <p className="ml-auto text-sm text-ink-3">On its way; above it can still be taken back.</p>
        ) : (
          <SaveState autosave={autosave} unsaved={isDirty && !busy} />
        )}
      </div>
    </form>
  );
}

function postsText({ posts, since }: IssueDraft): string {
  if (posts === 0) return `No post became public since ${formatMoment(since)}: write something of your own.`;
  return `${posts === 1 ? '1 post' : `${posts} posts`} since ${formatMoment(since)}.`;
}

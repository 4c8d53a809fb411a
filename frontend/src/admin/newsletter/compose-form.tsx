import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Issue, IssueDraft } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { PostEditor } from '../editor/post-editor';
import type { UploadLimits } from '../media/upload-rules';
import { uploadWithToast } from '../media/upload-with-toast';
import { formatMoment } from '../time/publication-time';
import { removeAutosaved } from '../unsaved-changes/autosave-storage';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { SaveState } from '../unsaved-changes/save-state';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { topicsQuery } from './api';
import { autosaveIssue, type IssueValues, type RecoverableIssue } from './autosaved-issues';
import { subscribers } from './issue-labels';
import { IssueOutline } from './issue-outline';
import { parseIssue } from './issue-parts';
import { IssuePreview } from './issue-preview';
import { SendTime } from './send-time';
import { useAudience } from './use-audience';
import { useIssueAutosave } from './use-issue-autosave';
import { useIssueErrors } from './use-issue-errors';
import { useSendIssue, useSendTest } from './use-send-issue';
import { useSentIssue } from './use-sent-issue';

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
  const [text, setText] = useState({ html: draft.html, version: 0 });
  /** The issue that the text went into and that can still be undone. */
  const [sentAs, setSentAs] = useState<number | null>(null);
  const form = useForm<IssueValues>({
    defaultValues: {
      subject: draft.subject,
      preheader: '',
      html: draft.html,
      until: draft.until,
      topic: '',
      send_at: null,
    },
    shouldFocusError: false,
  });
  const { control, register, setValue, getValues } = form;
  const { errors: fieldErrors, isDirty } = form.formState;
  const values = useWatch({ control }) as IssueValues;
  const catalogue = useQuery(topicsQuery);
  const audience = useAudience(draft, values.topic ?? '');

  useUnsavedChanges(isDirty && sentAs === null);
  const autosave = useIssueAutosave(form, sentAs);
  const errors = useIssueErrors(form);
  const { test, testing } = useSendTest(form, errors);
  const { send, sending, renewKey } = useSendIssue({
    form,
    errors,
    autosaveKey: autosave.key,
    onSent: (issue) => {
      setSentAs(issue.id);
      onSent(issue);
    },
  });
  const waits = useSentIssue({
    sentAs,
    onUndone: () => {
      renewKey();
      autosaveIssue(autosave.key, getValues(), null);
      setSentAs(null);
    },
    onStarted: () => {
      removeAutosaved(autosave.key);
      onStarted();
    },
  });
  const busy = sending || testing;

  /** The text changed beside the editor, which is made anew. The subject follows the lead until somebody writes it. */
  function arrange(html: string) {
    const before = leadOf(getValues('html'));
    const lead = leadOf(html);
    if (lead && getValues('subject') === before) setValue('subject', lead, { shouldDirty: true });
    setValue('html', html, { shouldDirty: true });
    setText(({ version }) => ({ html, version: version + 1 }));
  }

  function restore(work: RecoverableIssue) {
    setValue('subject', work.values.subject, { shouldDirty: true });
    setValue('preheader', work.values.preheader ?? '');
    setValue('send_at', work.values.send_at ?? null);
    setValue('html', work.values.html, { shouldDirty: true });
    setValue('until', work.values.until);
    setValue('topic', work.values.topic ?? '');
    setText(({ version }) => ({ html: work.values.html, version: version + 1 }));
    autosave.resume(work);
  }

  return (
    <form aria-labelledby="compose-title" onSubmit={(submitted) => submitted.preventDefault()}>
      <h2 id="compose-title" className="mb-2 text-xl font-semibold tracking-tight">
        Write a newsletter
      </h2>
      <p className="mb-5 text-sm text-ink-2">
        Goes to{' '}
        <strong className="text-ink tabular-nums">
          {audience.size === null ? '… subscribers' : subscribers(audience.size)}
        </strong>
        . {postsText(draft)}
        {audience.isError && (
          <>
            {' '}
            How many chose this topic could not be read.{' '}
            <Button look="quiet" size="sm" onClick={audience.refetch}>
              Try again
            </Button>
          </>
        )}
      </p>
      {autosave.recoverable.length > 0 && (
        <RecoveryOffer
          recoverable={autosave.recoverable}
          on="a newsletter"
          titleOf={(work) => work.values.subject}
          onRestore={restore}
          onDiscard={autosave.discard}
        />
      )}
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <Field
            label="Readers"
            hint="A newsletter of one topic reaches only those who chose it."
            error={fieldErrors.topic?.message}
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
          <Field label="Subject" error={fieldErrors.subject?.message} required>
            <Input autoComplete="off" maxLength={200} readOnly={waits} {...register('subject')} />
          </Field>
          <Field
            label="Preheader"
            hint="Stands after the subject in a mailbox. Empty: how the newsletter begins."
            error={fieldErrors.preheader?.message}
          >
            <Input autoComplete="off" maxLength={150} readOnly={waits} {...register('preheader')} />
          </Field>
          <IssueOutline html={values.html} stories={draft.stories} disabled={busy || waits} onChange={arrange} />
          <Field
            label="Digest"
            hint="The text with its stories; write what you like. Alt + F10 goes to the tools."
            error={fieldErrors.html?.message}
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
          <SendTime
            value={values.send_at ?? null}
            error={fieldErrors.send_at?.message}
            disabled={busy || waits}
            onChange={(at) => setValue('send_at', at, { shouldDirty: true })}
          />
        </div>
        <IssuePreview input={values} />
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-3 border-y border-rule bg-paper/95 px-4 py-3 backdrop-blur lg:-mx-8 lg:px-8">
        <Button look="ember" busy={sending} disabled={busy || waits} onClick={() => void send()}>
          {sending ? 'Sending...' : values.send_at == null ? 'Send Newsletter' : 'Schedule Newsletter'}
        </Button>
        <Button look="outline" busy={testing} disabled={busy} onClick={() => void test()}>
          {testing ? 'Sending the test...' : 'Send test to myself'}
        </Button>
        <p role="alert" className="text-sm font-medium text-danger">
          {errors.failure}
        </p>
        {waits ? (
          <p className="ml-auto text-sm text-ink-3">On its way; above it can still be taken back.</p>
        ) : (
          <SaveState autosave={autosave.state} unsaved={isDirty && !busy} />
        )}
      </div>
    </form>
  );
}

/** Title of the first story. */
function leadOf(html: string): string | undefined {
  return parseIssue(html).parts.find(({ kind }) => kind === 'story')?.title;
}

function postsText({ posts, since }: IssueDraft): string {
  if (posts === 0) return `No post became public since ${formatMoment(since)}: write something of your own.`;
  return `${posts === 1 ? '1 post' : `${posts} posts`} since ${formatMoment(since)}.`;
}

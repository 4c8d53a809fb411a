import { useState } from 'react';
import toast from 'react-hot-toast';
import type { IssueDraft, SavedDraft } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { PostEditor } from '../editor/post-editor';
import type { UploadLimits } from '../media/upload-rules';
import { uploadWithToast } from '../media/upload-with-toast';
import { ErrorLine } from '../screen/error-line';
import { NoMailLine } from '../screen/no-mail-line';
import { SaveBar } from '../screen/save-bar';
import { formatMoment } from '../time/publication-time';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { SaveState } from '../unsaved-changes/save-state';
import { ConflictDialog } from '../versions/conflict-dialog';
import { valuesOf } from './autosaved-issues';
import { Choice } from './choice';
import { DraftDifferences } from './draft-differences';
import { subscribers } from './issue-labels';
import { IssueOutline } from './issue-outline';
import { IssuePreview } from './issue-preview';
import { SavedDraftList } from './saved-draft-list';
import { SendTime } from './send-time';
import { TopicSelect } from './topic-select';
import { useAudience } from './use-audience';
import { type ComposeFormOptions, useComposeForm } from './use-compose-form';

type ComposeFormProps = ComposeFormOptions & {
  limits: UploadLimits;
  /** Another form is to be shown instead: of a saved draft, or of a new newsletter. */
  onOpen: (draft: SavedDraft | null) => void;
};

/** The same words as a list of posts, and as one text. */
const VIEWS = { posts: 'Posts', text: 'Text' } as const;

/** Subject and text, both to be edited. What was typed stays until it cannot be taken back any more. */
export function ComposeForm(props: ComposeFormProps) {
  const { digest, limits, onOpen } = props;
  const compose = useComposeForm(props);
  const { form, values, text, linked, autosave, errors, sending, testing, saving, waits, arrange, restore } = compose;
  const { register, setValue } = form;
  const { errors: fieldErrors, isDirty } = form.formState;
  const busy = sending.isPending || testing.isPending || saving.isPending;
  const [view, setView] = useState<keyof typeof VIEWS>('posts');
  const shownView = fieldErrors.html ? 'text' : view;
  const audience = useAudience(digest, values.topic ?? '');

  /** Nothing is lost: what is typed and not saved is offered by the form that follows. */
  function open(other: SavedDraft | null) {
    if (isDirty && !autosave.keep()) {
      toast.error('This browser keeps no copy of what you wrote. Save it as a draft first.');
      return;
    }
    onOpen(other);
  }

  return (
    <>
      <SavedDraftList
        openId={linked?.id ?? null}
        onOpen={open}
        onDeleted={(id) => id === linked?.id && saving.detach()}
      />
      <form aria-labelledby="compose-title" onSubmit={(submitted) => submitted.preventDefault()}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="compose-title" className="text-xl font-semibold tracking-tight">
            Write a newsletter
          </h2>
          {linked && !waits && (
            <Button look="quiet" size="sm" className="min-h-11" onClick={() => open(null)}>
              Start a new one
            </Button>
          )}
        </div>
        <p className="mb-5 text-sm text-ink-2">
          Goes to{' '}
          <strong className="text-ink tabular-nums">
            {audience.size === null ? '… subscribers' : subscribers(audience.size)}
          </strong>
          . {postsText(digest)}
          {audience.isError && (
            <>
              {' '}
              The number of subscribers could not be loaded.{' '}
              <Button look="quiet" size="sm" onClick={audience.refetch}>
                Try again
              </Button>
            </>
          )}
        </p>
        <NoMailLine className="mb-5" />
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
              hint="A newsletter about one topic reaches only those who chose it."
              error={fieldErrors.topic?.message}
            >
              <TopicSelect
                disabled={waits}
                value={values.topic ?? ''}
                onChange={(topic) => setValue('topic', topic, { shouldDirty: true })}
              />
            </Field>
            <Field label="Subject" error={fieldErrors.subject?.message} required>
              <Input autoComplete="off" maxLength={200} readOnly={waits} {...register('subject')} />
            </Field>
            <Field
              label="Preview text"
              hint="Mail programs show it after the subject. Left empty, it is how the newsletter begins."
              error={fieldErrors.preheader?.message}
            >
              <Input autoComplete="off" maxLength={150} readOnly={waits} {...register('preheader')} />
            </Field>
            <div className="grid gap-4">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <h3 className="text-sm font-semibold">What is in it</h3>
                <Choice label="What is in it, as" options={VIEWS} value={shownView} onChange={setView} />
              </div>
              <div hidden={shownView !== 'posts'}>
                <IssueOutline html={values.html} stories={digest.stories} disabled={busy || waits} onChange={arrange} />
              </div>
              {/* Hidden and not gone: it keeps what was typed, and the way to undo it. */}
              <div hidden={shownView !== 'text'}>
                <Field
                  label="Text"
                  hint="Greet your readers, and change what you like."
                  error={fieldErrors.html?.message}
                  required
                >
                  <PostEditor
                    key={text.version}
                    initialHtml={text.html}
                    label="Text"
                    allowedExtensions={limits.allowedExtensions}
                    disabled={busy || waits}
                    onChange={(html) => setValue('html', html, { shouldDirty: true })}
                    onUpload={(file, options) => uploadWithToast(file, limits, { ...options, place: 'editor' })}
                  />
                </Field>
              </div>
            </div>
            <SendTime
              value={values.send_at ?? null}
              error={fieldErrors.send_at?.message}
              disabled={busy || waits}
              onChange={(at) => setValue('send_at', at, { shouldDirty: true })}
            />
          </div>
          <IssuePreview input={values} />
        </div>
        <SaveBar>
          <Button look="ember" busy={sending.isPending} disabled={busy || waits} onClick={() => void sending.send()}>
            {sending.isPending ? 'Sending...' : values.send_at == null ? 'Send Newsletter' : 'Schedule Newsletter'}
          </Button>
          <Button
            look="outline"
            busy={saving.isPending}
            disabled={busy || waits}
            onClick={() => void saving.save(linked)}
          >
            {saving.isPending ? 'Saving...' : saving.isGone ? 'Save as a new draft' : 'Save draft'}
          </Button>
          <Button look="outline" busy={testing.isPending} disabled={busy} onClick={() => void testing.test()}>
            {testing.isPending ? 'Sending the test...' : 'Send test to myself'}
          </Button>
          <ErrorLine>{errors.failure}</ErrorLine>
          {waits ? (
            <p className="ms-auto text-sm text-ink-3">It waits a minute. Until then you can take it back, above.</p>
          ) : (
            <SaveState autosave={autosave.state} unsaved={isDirty && !busy} />
          )}
        </SaveBar>
      </form>
      {saving.conflict && (
        <ConflictDialog
          of="draft"
          savedAt={saving.conflict.saved_at}
          savedBy={saving.conflict.saved_by}
          hasHistory={false}
          differences={(names) => (
            <DraftDifferences one={form.getValues()} other={valuesOf(digest, saving.conflict)} names={names} />
          )}
          onKeepMine={() => void saving.save(saving.conflict)}
          onLoadTheirs={() => open(saving.conflict)}
          onClose={saving.closeConflict}
        />
      )}
    </>
  );
}

function postsText({ posts, since }: IssueDraft): string {
  if (posts === 0) return `No post became public since ${formatMoment(since)}: write something of your own.`;
  return `${posts === 1 ? '1 post' : `${posts} posts`} since ${formatMoment(since)}.`;
}

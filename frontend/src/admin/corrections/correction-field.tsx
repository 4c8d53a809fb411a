import { ApiProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';

const LONGEST = 1000;

type CorrectionFieldProps = {
  label: string;
  hint?: string;
  text: string;
  onText: (text: string) => void;
  /** Why it was not saved. */
  cause: Error | null;
  /** The words on the button that saves it. */
  action: string;
  busy: boolean;
  onSave: () => void;
  onCancel?: () => void;
};

/** The text of a correction. No form element: it stands inside the post's form. */
export function CorrectionField(props: CorrectionFieldProps) {
  const { label, hint, text, onText, cause, action, busy, onSave, onCancel } = props;
  return (
    <div className="grid gap-3">
      <Field label={label} hint={hint} error={failureText(cause)}>
        <Textarea rows={3} maxLength={LONGEST} value={text} onChange={({ target }) => onText(target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button look="ink" size="sm" className="min-h-10 px-4" busy={busy} disabled={!text.trim()} onClick={onSave}>
          {action}
        </Button>
        {onCancel && (
          <Button look="quiet" size="sm" className="min-h-10" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

function failureText(cause: Error | null): string | undefined {
  if (!cause) return undefined;
  return cause instanceof ApiProblem ? (cause.fields.text ?? cause.error) : 'The correction was not saved. Try again.';
}

import { Button } from '../../ui/button';
import { ErrorLine } from '../screen/error-line';
import { SaveBar } from '../screen/save-bar';

type SettingsSaveBarProps = {
  /** What is saved: "settings". */
  what: string;
  form: {
    save: { isPending: boolean; error: unknown };
    isChanged: boolean;
    discard: () => void;
    problem?: { error: string } | null;
  };
  onPreview: () => void;
};

/** Save, preview and discard at the lower edge, and what the last save was told. */
export function SettingsSaveBar({ what, form, onPreview }: SettingsSaveBarProps) {
  return (
    <SaveBar>
      <Button type="submit" look="ember" busy={form.save.isPending} disabled={!form.isChanged}>
        {form.save.isPending ? 'Saving...' : `Save ${what}`}
      </Button>
      <Button look="outline" onClick={onPreview}>
        Preview
      </Button>
      {form.isChanged && !form.save.isPending && (
        <Button look="quiet" onClick={form.discard}>
          Discard changes
        </Button>
      )}
      <ErrorLine>{form.problem?.error ?? (form.save.error ? `Failed to save the ${what}` : null)}</ErrorLine>
    </SaveBar>
  );
}

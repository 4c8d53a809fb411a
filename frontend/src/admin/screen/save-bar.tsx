import { Button } from '../../ui/button';

type SaveBarProps = {
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
export function SaveBar({ what, form, onPreview }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-10 flex flex-wrap items-center gap-3 border-t border-rule bg-paper/95 px-4 py-3 backdrop-blur">
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
      <p role="alert" className="text-sm font-medium text-danger">
        {form.problem?.error ?? (form.save.error ? `Failed to save the ${what}` : null)}
      </p>
    </div>
  );
}

import toast from 'react-hot-toast';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy-text';

type CopyBlockProps = { text: string; subject: string };

/** What is to be copied as it stands. Its lines wrap anywhere: a key has no spaces, and a phone little room. */
export function CopyBlock({ text, subject }: CopyBlockProps) {
  const copy = async () => {
    if (await copyText(text)) toast.success('Copied');
    else toast.error('Failed to copy');
  };
  return (
    <div className="mt-2 flex flex-wrap items-start gap-2 rounded-md bg-sunk p-3">
      <pre className="min-w-0 grow basis-60 font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <Button look="outline" size="sm" onClick={copy}>
        Copy<span className="sr-only"> what {subject} needs</span>
      </Button>
    </div>
  );
}

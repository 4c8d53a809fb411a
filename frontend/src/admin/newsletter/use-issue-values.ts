import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { IssueValues } from './autosaved-issues';
import { parseIssue } from './issue-parts';

/** Form state of a newsletter, and the text that the editor starts with. `begun` is read once. */
export function useIssueValues(begun: IssueValues) {
  const form = useForm<IssueValues>({ defaultValues: begun, shouldFocusError: false });
  const { control, setValue, getValues } = form;
  const values = useWatch({ control }) as IssueValues;
  /** The editor reads its text once; another `version` starts it again. */
  const [text, setText] = useState({ html: begun.html, version: 0 });

  function restartEditor(html: string) {
    setText(({ version }) => ({ html, version: version + 1 }));
  }

  /** The text changed beside the editor. The subject follows the lead until somebody writes it. */
  function arrange(html: string) {
    const before = leadOf(getValues('html'));
    const lead = leadOf(html);
    if (lead && getValues('subject') === before) setValue('subject', lead, { shouldDirty: true });
    setValue('html', html, { shouldDirty: true });
    restartEditor(html);
  }

  /** Puts other values into the form as unsaved changes. */
  function fill({ subject, preheader = '', html, until, topic = '', send_at = null }: IssueValues) {
    setValue('subject', subject, { shouldDirty: true });
    setValue('preheader', preheader);
    setValue('send_at', send_at);
    setValue('html', html, { shouldDirty: true });
    setValue('until', until);
    setValue('topic', topic);
    restartEditor(html);
  }

  return { form, values, text, arrange, fill };
}

/** Title of the first story. */
function leadOf(html: string): string | undefined {
  return parseIssue(html).parts.find(({ kind }) => kind === 'story')?.title;
}

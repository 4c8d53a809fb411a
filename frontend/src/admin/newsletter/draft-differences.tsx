import { useQuery } from '@tanstack/react-query';
import { topicsQuery } from '../calls/newsletter';
import { contentToHtml, parseContent } from '../editor/content-html';
import { contentText } from '../versions/content-text';
import { DifferencesTable } from '../versions/differences-table';
import type { IssueValues } from './autosaved-issues';

type DraftDifferencesProps = {
  one: IssueValues;
  other: IssueValues;
  names: { one: string; other: string };
};

/** Two versions of a draft side by side. */
export function DraftDifferences({ one, other, names }: DraftDifferencesProps) {
  const topics = useQuery(topicsQuery).data?.groups.flatMap((group) => group.topics) ?? [];
  const fields: [label: string, text: (values: IssueValues) => string][] = [
    ['Readers', ({ topic }) => (topic ? (topics.find(({ id }) => id === topic)?.name ?? topic) : 'Everyone')],
    ['Subject', ({ subject }) => subject],
    ['Preview text', ({ preheader }) => preheader ?? ''],
    // As the editor writes it: the server's may say the same in other marks.
    ['Text', ({ html }) => contentText(contentToHtml(parseContent(html)))],
    ['Goes out', sendTime],
  ];
  const differences = fields
    .map(([label, text]) => ({ label, one: text(one), other: text(other) }))
    .filter((field) => field.one !== field.other);
  return <DifferencesTable differences={differences} names={names} />;
}

function sendTime({ send_at }: IssueValues): string {
  if (send_at == null) return 'Now';
  return send_at === '' ? 'At a time of your choice' : send_at.replace('T', ' ');
}

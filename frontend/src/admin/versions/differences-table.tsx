import { fileNames, useFiles } from '../media/use-files';
import { differingParagraphs, type Paragraph } from './text-differences';

/** A field that differs, as text in both versions. */
export type Difference = { label: string; one: string; other: string };

type DifferencesTableProps = { differences: readonly Difference[]; names: { one: string; other: string } };

/** The address of a file in the text of a difference; its name is shown instead. */
const MEDIA_URL = /\/media\/[\w./-]+(?:\?signed=[\w.-]+)?/g;

function mediaUrls(text: string): string[] {
  return text.match(MEDIA_URL) ?? [];
}

/** Two versions side by side: the fields that differ, and in them what differs. */
export function DifferencesTable({ differences, names }: DifferencesTableProps) {
  const urls = differences.flatMap(({ one, other }) => [...mediaUrls(one), ...mediaUrls(other)]);
  const named = fileNames(urls, useFiles(urls));
  const withNames = (text: string) => text.replaceAll(MEDIA_URL, (url) => named.get(url) ?? url);
  if (differences.length === 0) return <p className="text-sm text-ink-2">The two are the same.</p>;
  return (
    <table className="block w-full text-start text-sm sm:table">
      <thead className="hidden sm:table-header-group">
        <tr className="border-b border-rule text-xs text-ink-2">
          <th scope="col" className="py-2 pe-4 font-medium">
            Differs
          </th>
          <th scope="col" className="w-[42%] py-2 pe-4 font-medium">
            {names.one}
          </th>
          <th scope="col" className="w-[42%] py-2 font-medium">
            {names.other}
          </th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {differences.map(({ label, one, other }) => {
          const [left, right] = differingParagraphs(withNames(one), withNames(other));
          return (
            <tr key={label} className="grid gap-1 border-b border-rule py-3 align-top sm:table-row sm:py-0">
              <th scope="row" className="pe-4 font-semibold sm:py-2">
                {label}
              </th>
              <Cell heading={names.one} paragraphs={left} />
              <Cell heading={names.other} paragraphs={right} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell({ heading, paragraphs }: { heading: string; paragraphs: Paragraph[] }) {
  return (
    <td className="wrap-anywhere sm:py-2 sm:pe-4">
      <span className="me-2 text-xs text-ink-2 sm:hidden">{heading}:</span>
      {paragraphs.length === 0 && <span className="text-ink-3">(nothing)</span>}
      {paragraphs.map((stretches, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <p key={index} className="mb-2 last:mb-0">
          {stretches.map(({ text, changed }, at) =>
            changed ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor is this one
              <mark key={at} className="rounded-sm bg-warning-wash text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      ))}
    </td>
  );
}

// The words of the admin area, by the glossary: a word that its table names as not used stands on no screen.
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/** Texts that are settled: the specification's, and the line that operators know by its words. */
const SPECIFIED = new Set(['Login', 'Failed to logout.', 'No mail leaves this server.']);

/** Phrases that somebody new had to guess the meaning of. */
const DIALECT = [
  /\bslips and all\b/i,
  /\bit stands\b/i,
  /\bstands? (above|before|under|in|after|beside)\b/i,
  /\bby themselves\b/i,
  /\bshown this once\b/i,
  /\bThat did not work\b/i,
  /\buncertain\b/i,
  /\bof that there\b/i,
  /\bthe thing itself\b/i,
  /\bby the clocks\b/i,
  /\bdoes not come back\b/i,
  /\bwhat the settings say\b/i,
];

const TEXT_NAMES =
  /^(label|hint|placeholder|title|aria-label|alt|text|description|confirmLabel|whole|what|error|message|details)$/;

const TEXT_VARIABLES = /^(text|words?|label|hint|remedy|[A-Z_]*(WORDS|TEXTS|REASONS|HINTS|LABELS|SHORTCUTS))$/;

type Node = { type: string; start: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value ?? '');
};

/** A call that shows its text: `toast(…)`, `toast.error(…)`, `showRefused(…)`. */
function showsText({ callee }: Node): boolean {
  if (!isNode(callee)) return false;
  const names = callee.type === 'MemberExpression' ? [callee.object, callee.property] : [callee];
  return names.some((name) => /toast|showRefused/i.test(nameOf(name)));
}

/** A value that only the program compares. */
const isName = (value: string): boolean => /^[a-z_-]+$/.test(value);

/** What a person reads of a source: text between tags, and the strings that reach one as a text. */
function textsOf(source: string, fileName: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown, shown: boolean): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, shown);
      return;
    }
    if (!isNode(node)) return;
    if (node.type === 'JSXText') found.push(String(node.value));
    if (node.type === 'Literal' && typeof node.value === 'string' && shown && !isName(node.value))
      found.push(node.value);
    if (node.type === 'TemplateElement' && shown) found.push((node.value as { cooked?: string }).cooked ?? '');
    for (const [key, value] of Object.entries(node)) walk(value, reaches(node, key, shown));
  };
  walk(parseSync(fileName, source).program, false);
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text));
}

/** Whether what stands under a key of a node reaches a person: conditions and operands of comparisons do not. */
function reaches(node: Node, key: string, shown: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children';
    case 'JSXAttribute':
      return key === 'value' && TEXT_NAMES.test(nameOf(node.name));
    case 'Property':
      return key === 'value' && (shown || TEXT_NAMES.test(nameOf(node.key)));
    case 'VariableDeclarator':
      return key === 'init' && TEXT_VARIABLES.test(nameOf(node.id));
    case 'CallExpression':
      return key === 'arguments' && showsText(node);
    case 'ConditionalExpression':
    case 'IfStatement':
      return shown && key !== 'test';
    case 'BinaryExpression':
      return shown && node.operator === '+';
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return key === 'argument' || (key === 'body' && isNode(node.body) && node.body.type !== 'BlockStatement');
    default:
      return shown;
  }
}

/** The words of the glossary's last column, each as it is written there. */
const unused = readFileSync('../docs/glossary.md', 'utf8')
  .split('## Words on the screens')[1]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word we use'))
  .flatMap((line) => line.split('|')[3]?.split(',') ?? [])
  .map((word) => word.trim())
  .filter(Boolean);

const forbidden = [
  ...(unused ?? []).map(
    (word) => new RegExp(`(?<![\\p{L}\\p{N}./-])${word}(?![\\p{L}\\p{N}-]| (servers?|programs?)\\b)`, 'iu'),
  ),
  ...DIALECT,
];

const faultsOf = (texts: string[]): string[] =>
  texts.filter((text) => !SPECIFIED.has(text) && forbidden.some((word) => word.test(text)));

const sources = readdirSync('src/admin', { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);

describe('the words of the admin area', () => {
  it('are those of the glossary', () => {
    expect(unused?.length).toBeGreaterThan(20);
    const faults = sources.flatMap((name) =>
      faultsOf(textsOf(readFileSync(`src/admin/${name}`, 'utf8'), name)).map((text) => `${name}: ${text}`),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    '<p>Send a mail</p>',
    '<Field label="Log in" />',
    '<Field hint={isNew ? "It stands above the text." : undefined} />',
    'toast.error("That did not work. Try again.")',
    'const kinds = { old: { label: "Uncertain" } }',
  ])('are seen where %s shows them', (source) => {
    expect(faultsOf(textsOf(source, 'planted.tsx'))).toHaveLength(1);
  });

  it.each([
    '<p className="mail">Name a mail server</p>',
    'const mail = load("mail")',
    '<p>{kind === "mail" && "E-mail"}</p>',
  ])('leave %s alone', (source) => {
    expect(faultsOf(textsOf(source, 'planted.tsx'))).toEqual([]);
  });
});

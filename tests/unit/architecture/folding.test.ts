import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/read-imports.ts';

const FOLDING = 'src/common/fold-text.ts';

/** Replacements of letters that are no folding, each file with its reason. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  // Stems and their skeletons: weak letters go from a word that is folded already.
  'gateway/engine/analysis/related-stems.ts': ['replace WEAK_LETTERS'],
  'gateway/engine/analysis/stem-arabic.ts': [
    "replace 'ء'",
    'replace WEAK_LETTERS',
    'replace WEAK_LETTERS',
    "replaceAll 'ا'",
  ],
  'src/ui/answer/find-matches.ts': ['replace /[اوي]/g', "replaceAll 'ء'"],
  // Tests which steps of folding a word took.
  'gateway/engine/explain/explain-question.ts': ["normalize 'NFKD'"],
  // Cuts a text at a whole character.
  'gateway/engine/health/health-items.ts': [String.raw`replace /[\ud800-\udbff]$|[\p{M}\u200d]+$/u`],
  // Keeps the Latin letters of a text.
  'gateway/engine/health/repair-document.ts': [String.raw`replace /[^\p{sc=Latin}\p{M}\s'’]/gu`],
  // Repairs of a text that stay in it: presentation forms and tatweel within words.
  'gateway/engine/health/repair-lines.ts': ["normalize 'NFKC'", 'replace INSIDE'],
  'gateway/engine/health/repair-visual-order.ts': [
    "normalize 'NFKC'",
    "normalize 'NFKC'",
    "normalize 'NFKC'",
  ],
  'gateway/engine/reading/pdf/glyph-units.ts': ["normalize 'NFKC'"],
  // Letters are counted without their marks.
  'gateway/engine/reading/pdf/assess-letters.ts': [String.raw`replaceAll /\p{M}/gu`],
  'gateway/engine/reading/pdf/paragraphs.ts': [String.raw`replaceAll /\p{M}/gu`],
  'gateway/engine/reading/pdf/picture-pieces.ts': [String.raw`replaceAll /\p{M}/gu`],
  // The list mark of an item, in whichever digits, as Markdown knows it.
  'gateway/engine/reading/read-md.ts': ['replace OTHER_ORDINAL'],
  // A pattern that finds the names of months with any of their alefs.
  'gateway/engine/analysis/months.ts': ['replaceAll /[اأإآ]/gu'],
  // A decimal number for the parser of the language.
  'gateway/engine/support/read-claim.ts': ["replace '٫'"],
  // The identity of a title, which keeps case and tashkeel.
  'src/common/title-key.ts': ["normalize 'NFKC'", 'replace UNSEEN'],
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** An escape or a literal of a mark, of tatweel or of a digit that is not Latin. */
const MARK_OR_DIGIT =
  /\\p\{(?:M|Mn)\}|\\u06(?:4[b-fB-F0]|5[0-9a-fA-F]|[67][0-9]|[eEfF][0-9])|[\u064b-\u065f\u0670\u0640\u0660-\u0669\u06f0-\u06f9]/u;
const ALEFS = /[أإآٱ][اأإآٱ]|[اأإآٱ][أإآٱ]|\\u062[235]\\u062[2357]/u;
const LETTERS = /^(?:\\u06[0-9a-fA-F]{2}|\p{sc=Arabic}|\[(?:\\u06[0-9a-fA-F]{2}|[\p{sc=Arabic}-])+\][+*]?)$/u;

/** The pattern of a regular expression or string, perhaps as a constant of the file; of a template its fixed parts. */
function patternOf(node: unknown, constants: ReadonlyMap<string, Node>): string {
  if (node === undefined) return '';
  const {
    type,
    name,
    regex,
    value,
    arguments: given,
    quasi,
    quasis,
  } = node as {
    type: string;
    name?: string;
    regex?: { pattern: string };
    value?: unknown;
    arguments?: Node[];
    quasi?: Node;
    quasis?: { value: { raw: string } }[];
  };
  if (type === 'Identifier') return patternOf(constants.get(String(name)), new Map());
  if (type === 'NewExpression') return patternOf(given?.[0], constants);
  if (type === 'TaggedTemplateExpression') return patternOf(quasi, constants);
  if (type === 'TemplateLiteral') return (quasis ?? []).map((part) => part.value.raw).join('');
  return regex?.pattern ?? (typeof value === 'string' ? value : '');
}

/** Source that cannot fold needs no parsing: Arabic, an escape of it or marks, beside a call that changes a text. */
const mayFold = (source: string): boolean =>
  /[\u0600-\u06ff]|\\u06|\\p\{M|NFK|odePointAt|charCodeAt/u.test(source) &&
  /replace|normalize|odeAt|odePointAt/u.test(source);

/**
 * Calls that replace or remove marks, digits or single letters of Arabic, compatibility decompositions, and values of
 * digits computed from their code points.
 */
function findFolds(file: string, source: string): string[] {
  if (!mayFold(source)) return [];
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      if (
        'type' in value &&
        /^(?:CallExpression|VariableDeclarator|BinaryExpression)$/u.test(String(value.type))
      )
        nodes.push(value as Node);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseSync(file, source).program);
  const constants = new Map(
    nodes.flatMap(({ id, init }) =>
      init === undefined || init === null ? [] : [[String((id as Node)['name']), init as Node] as const],
    ),
  );
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  return nodes.flatMap((node) => {
    if (node.type === 'BinaryExpression') {
      const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
      const isDigitValue =
        operator === '&' && right['value'] === 15 && /code(?:Point)?at\(/iu.test(textOf(left));
      return isDigitValue ? [textOf(node)] : [];
    }
    if (node.type !== 'CallExpression') return [];
    const { property } = node['callee'] as { property?: Node };
    const [first, second] = node['arguments'] as [Node?, Node?];
    if (property === undefined || first === undefined) return [];
    const method = String(property['name']);
    const pattern = patternOf(first, constants);
    // A replacement with groups moves letters and keeps them.
    const moves = patternOf(second, constants).includes('$');
    const folds =
      method === 'normalize'
        ? pattern.startsWith('NFK')
        : /^replace(?:All)?$/u.test(method) &&
          !moves &&
          (MARK_OR_DIGIT.test(pattern) || ALEFS.test(pattern) || LETTERS.test(pattern));
    return folds ? [`${method} ${textOf(first)}`] : [];
  });
}

test('letters are folded in one file', () => {
  const folds = sourceFiles()
    .filter((file) => file !== FOLDING)
    .flatMap((file) => findFolds(file, readFileSync(file, 'utf8')).map((fold) => `${file}: ${fold}`));
  const allowed = Object.entries(EXCEPTIONS).flatMap(([file, calls]) =>
    calls.map((call) => `${file}: ${call}`),
  );
  expect(folds.sort()).toEqual(allowed.sort());
  expect(findFolds(FOLDING, readFileSync(FOLDING, 'utf8')).length).toBeGreaterThan(5);
});

test.each([
  "word.replace(/[\\u064b-\\u0652]/g, '')",
  "word.replaceAll('ـ', '')",
  "word.replace(/[أإآ]/g, 'ا')",
  "word.replaceAll('ة', 'ه')",
  "word.replace(/\\u0649/g, '\\u064a')",
  "word.normalize('NFKD')",
  "word.replace(/\\p{M}+/gu, '')",
  'word.replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) & 15))',
  "const MARKS = /[\\u0610-\\u061a\\u064b-\\u065f]/g; word.replace(MARKS, '')",
  "const bare = (word) => word.replace(MARKS, ''); const MARKS = /[\\u064b-\\u0652]/g;",
  'const value = digit.codePointAt(0)! & 15;',
  "const MARKS = new RegExp(String.raw`[${RANGE}\\p{M}]`, 'gu'); word.replace(MARKS, '')",
])('a fold is found: %s', (source) => {
  expect(findFolds('planted.ts', source)).not.toEqual([]);
});

test.each([
  "word.replace(/ل([اأإآ])/g, '$1ل')",
  "word.replace(/^(?:وال|بال|ال)(?=..)/u, '')",
  "text.normalize('NFC').replace('،', '،')",
  '/[أإآ]/u.test(word)',
])('no fold is found: %s', (source) => {
  expect(findFolds('planted.ts', source)).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  pronounComments,
  refusedDeclarations,
  refusedInSource,
  refusedInText,
} from '#tests/support/refused-words.ts';

/** Files that name old words because they list them, read what an older version stored, or hold words of customers. */
const EXEMPT = [
  'gateway/engine/lexicon/compiled-lexicon.ts',
  'src/features/chat/conversations/conversation-store.ts',
  'docs/glossary.md',
  'docs/upgrading.md',
  'tests/support/refused-words.ts',
  'tests/unit/architecture/words.test.ts',
];

const filesOf = (...patterns: string[]) =>
  globSync(patterns)
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !EXEMPT.includes(path))
    .sort();

const SOURCES = filesOf('{src,gateway,conformance,mocks,tests}/**/*.{ts,tsx,mjs}', '*.ts');
const TEXTS = filesOf('*.md', 'docs/**/*.md', '{src,conformance}/**/*.css', 'index.html');

describe('words', () => {
  test('of the old vocabulary are in no name, comment, text or document', () => {
    const found = [...SOURCES, ...TEXTS].flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const refused = /\.(?:tsx?|mjs)$/u.test(file) ? refusedInSource(file, text) : refusedInText(text);
      return refused.map(({ line, word }) => `${file}:${line} ${word}`);
    });
    expect(found).toEqual([]);
  });

  test.each([
    ['a name', 'const recordDeed = 1;', ['Deed']],
    ['a part of a name', 'const keyStandings = 1;', ['Standings']],
    ['a constant', 'const MOST_BYTES = 1;', ['MOST']],
    ['a name that a sentence may hold', 'const toldSoFar = () => tellLoss();', ['told', 'tell']],
    ['a member', 'ports.rooms();', ['rooms']],
    ['a comment', '// It does not suffice.', ['suffice']],
    ['a string', "log('mended');", ['mended']],
    ['a template', 'log(`begins anew on ${day}`);', ['anew']],
    ['a property of an element', 'const x = <A standing={1} />;', ['standing']],
  ])('are found in %s', (_, source, words) => {
    expect(refusedInSource('planted.tsx', source).map(({ word }) => word)).toEqual(words);
  });

  test.each([
    'an understanding of what is outstanding and of an amendment',
    'const atMost = 1; // Tells apart what was told in the rooms within sight.',
    "import AlertIcon from 'virtual:lucide/bell';",
  ])('leave alone: %s', (source) => {
    expect(refusedInSource('planted.ts', source)).toEqual([]);
  });
});

describe('comments', () => {
  test('name their subjects: fewer than three words of ten are pronouns', () => {
    const refused = SOURCES.flatMap((file) =>
      pronounComments(file, readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
    );
    expect(refused).toEqual([]);
  });

  test('made of pronouns are found, over several lines too', () => {
    const riddle = '/** It says that what is before it is what is behind it. */';
    expect(pronounComments('planted.ts', riddle)).toEqual([
      { line: 1, text: '* It says that what is before it is what is behind it.' },
    ]);
    const lines =
      "const a = 1;\n  // What came after these events\n  // was none.\nconst b = 'it is what it is, or that';";
    expect(pronounComments('planted.ts', lines).map(({ line }) => line)).toEqual([2]);
    expect(pronounComments('planted.ts', '// Copula: the word between subject and predicate.')).toEqual([]);
    expect(pronounComments('planted.ts', '// What it is.')).toEqual([]);
  });
});

describe('variables and parameters', () => {
  test('are nouns', () => {
    const refused = SOURCES.flatMap((file) =>
      refusedDeclarations(file, readFileSync(file, 'utf8')).map(
        ({ line, word }) => `${file}:${line} ${word}`,
      ),
    );
    expect(refused).toEqual([]);
  });

  test.each([
    ['const found = 1;', ['found']],
    ['for (const one of list) {}', ['one']],
    ['const { total: left, ...known } = usage;', ['left', 'known']],
    ['units.map((one, at) => one);', ['one', 'at']],
    ['function cut([kept] = [], { made = 1 }: Options) {}', ['kept']],
    ['type Read = (asked: string) => void;', ['asked']],
    ['const read = async () => 1; const make = (read: () => void) => 1;', []],
    ['const { left, found } = usage; usage.left = 1;', []],
    ['const cut = (left: number, right: number) => left - right;', []],
    ["const cut = (left: number) => left; const style = { textAlign: 'right' }; // right", ['left']],
    ['const left = 1; const other = (right: number) => right;', ['left']],
  ])('%s', (source, words) => {
    expect(refusedDeclarations('planted.ts', source).map(({ word }) => word)).toEqual(words);
  });
});

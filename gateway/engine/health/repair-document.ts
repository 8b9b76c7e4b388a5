import { findModelDirectedText } from '#gateway/engine/analysis/model-directed-text.ts';
import { detectStemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import {
  type Block,
  HEALTH_LIMITS,
  type HealthItem,
  type HealthLanguage,
  type ReadDocument,
  type ReadHealth,
  type ReadWarning,
} from '#gateway/engine/document.ts';
import { makeItem, mergeItems } from './health-items.ts';
import { repairLines } from './repair-lines.ts';

const SCRIPTS: readonly (readonly [script: string, language: string, letters: RegExp])[] = [
  ['Arab', 'ar', /[\p{sc=Arabic}&&\p{L}]/v],
  ['Latn', 'und', /[\p{sc=Latin}&&\p{L}]/v],
  ['Cyrl', 'und', /\p{sc=Cyrillic}/u],
  ['Grek', 'el', /\p{sc=Greek}/u],
  ['Hebr', 'he', /[\p{sc=Hebrew}&&\p{L}]/v],
  ['Deva', 'hi', /[\p{sc=Devanagari}&&\p{L}]/v],
  ['Thai', 'th', /[\p{sc=Thai}&&\p{L}]/v],
  ['Hang', 'ko', /\p{sc=Hangul}/u],
  ['Jpan', 'ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/v],
  ['Hans', 'zh', /\p{sc=Han}/u],
];

const ANY_LETTER = /\p{L}/u;
const ARABIC = /[\u0621-\u064a]/;
const PERSIAN = /[پچژگیک]/;
const URDU = /[ٹڈڑںےھہ]/;
const ENGLISH = /\b(?:the|of|and|to|in|is|for|with|on|are)\b/i;
/** Letters looked at: a book's worth, spread over the whole text. */
const SAMPLE_LETTERS = 400_000;
const SLICES = 20;
/** Below this share a language is a stray letter. */
const MIN_SHARE = 0.001;

/** Shares of a text's letters by language where it can be told, else by script; largest first. */
export function findLanguages(text: string): HealthLanguage[] {
  const sample = takeSample(text);
  const characters = countCharacters(sample);
  const all = countOf(characters, ANY_LETTER);
  if (all === 0) return [];
  const counted = SCRIPTS.map(([script, usual, letters]) => ({
    script,
    usual,
    share: countOf(characters, letters) / all,
  }));
  const han = counted.find(({ script }) => script === 'Hans');
  const kana = counted.find(({ script }) => script === 'Jpan');
  // Japanese is written with both.
  if (han && kana && kana.share > 0.1 * han.share) {
    kana.share += han.share;
    han.share = 0;
  }
  return counted
    .filter(({ share }) => share >= MIN_SHARE)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, HEALTH_LIMITS.languages)
    .map(({ script, usual, share }) => ({
      language: script === 'Arab' ? nameArabicScript(characters) : nameLanguage(script, usual, sample),
      script,
      share: Math.floor(share * 1000) / 1000,
    }));
}

function nameLanguage(script: string, usual: string, sample: string): string {
  if (script === 'Cyrl')
    return detectStemLanguage([sample.replace(/[^\p{sc=Cyrillic}\s]/gu, ' ')]) === 'ru' ? 'ru' : 'und';
  if (script !== 'Latn') return usual;
  const latin = sample.replace(/[^\p{sc=Latin}\p{M}\s'’]/gu, ' ');
  const language = detectStemLanguage([latin]);
  return language === 'en' && !ENGLISH.test(latin) ? 'und' : language;
}

/** A character of a text, and how often it is there. */
type CharacterCount = readonly [character: string, count: number];

/** Counts by UTF-16 unit, all 0 between calls. */
const UNITS = new Uint32Array(0x1_0000);

/** Each character once: a pattern is then asked of some hundreds, not of every letter of a book. */
function countCharacters(text: string): CharacterCount[] {
  const seen: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (UNITS[unit]!++ === 0) seen.push(unit);
  }
  const counts = seen.map((unit): CharacterCount => {
    const count = UNITS[unit] ?? 0;
    UNITS[unit] = 0;
    return [String.fromCharCode(unit), count];
  });
  // Halves of a pair belong to no script.
  for (const pair of text.match(/[\u{10000}-\u{10ffff}]/gu) ?? []) counts.push([pair, 1]);
  return counts;
}

const countOf = (characters: readonly CharacterCount[], kind: RegExp): number =>
  characters.reduce((sum, [character, count]) => sum + (kind.test(character) ? count : 0), 0);

function nameArabicScript(characters: readonly CharacterCount[]): string {
  const arabic = countOf(characters, ARABIC);
  const urdu = countOf(characters, URDU);
  const persian = countOf(characters, PERSIAN);
  if (urdu > 0.03 * arabic) return 'ur';
  return persian > 0.06 * arabic ? 'fa' : 'ar';
}

function takeSample(text: string): string {
  if (text.length <= SAMPLE_LETTERS) return text;
  const step = Math.floor(text.length / SLICES);
  return Array.from({ length: SLICES }, (_, index) =>
    text.slice(index * step, index * step + SAMPLE_LETTERS / SLICES),
  ).join(' ');
}

/** A document with what its text needed put right, and the health report of all that was found. */
export function repairDocument(document: ReadDocument): ReadDocument & { health: ReadHealth } {
  const { blocks, items, text } = repairBlocks(document.blocks);
  return { ...document, blocks, health: reportHealth(document, items, text) };
}

/** Repaired blocks, the findings as health items, and the text of all blocks. */
export function repairBlocks(blocks: Block[]): { blocks: Block[]; items: HealthItem[]; text: string } {
  const { lines, items } = repairLines(blocks.flatMap(linesOf));
  let index = 0;
  const next = (): string => lines[index++] ?? '';
  return {
    blocks: items.length === 0 ? blocks : blocks.map((block) => refill(block, next)),
    items: mergeItems([...items, reportModelDirectedText(lines)]),
    text: lines.join('\n'),
  };
}

/** Text that speaks to a model stays as it is: a document may be about models. */
function reportModelDirectedText(lines: readonly string[]): HealthItem | undefined {
  const texts = lines.flatMap(findModelDirectedText);
  const samples = texts.map((text) => ({ before: text, after: text }));
  return makeItem('model-directed-text', texts.length, 0, samples);
}

/** The health report of a document: what its reader found, then `repairs`. `sample`: its text, or some of it. */
export function reportHealth(
  { health, warnings }: Pick<ReadDocument, 'health' | 'warnings'>,
  repairs: readonly HealthItem[],
  sample: string,
): ReadHealth {
  const { encoding, items = [] } = health ?? {};
  return {
    ...(encoding ? { encoding } : {}),
    languages: findLanguages(sample),
    items: mergeItems([...items, ...repairs, ...unreadParts(warnings)]),
  };
}

const splitLines = (text: string): string[] => text.split('\n');

function linesOf(block: Block): string[] {
  if (block.kind !== 'table') return splitLines(block.text);
  return [...(block.header ?? []), ...block.rows.flat()].flatMap(splitLines);
}

/** The block with its lines taken from `next` in the order in which `linesOf` gave them. */
function refill(block: Block, next: () => string): Block {
  const fill = (text: string): string => splitLines(text).map(next).join('\n');
  if (block.kind === 'heading') return { ...block, text: fill(block.text) };
  if (block.kind !== 'table') {
    const text = fill(block.text);
    return { ...block, text, ...(block.pageBreaks && { pageBreaks: movePageBreaks(block, text.length) }) };
  }
  const header = block.header?.map(fill);
  const rows = block.rows.map((row) => row.map(fill));
  return { ...block, ...(header ? { header } : {}), rows };
}

/** Page breaks of a text whose repair changed its length, as near as its length tells. */
function movePageBreaks(
  { text, pageBreaks = [] }: Extract<Block, { kind: 'paragraph' | 'list-item' }>,
  length: number,
) {
  return pageBreaks.map(({ offset, page }) => ({
    offset: Math.round((offset * length) / Math.max(1, text.length)),
    page,
  }));
}

const UNREAD = new Set<ReadWarning['code']>([
  'parts-skipped',
  'frames-skipped',
  'attachments-skipped',
  'pictures-skipped',
  'truncated',
]);

/** Parts that a document has and its reader does not read. */
function unreadParts(warnings: readonly ReadWarning[]) {
  const counts = warnings.map(({ code, parameters }) =>
    UNREAD.has(code) ? Number(parameters?.['files'] ?? parameters?.['pictures'] ?? 1) : 0,
  );
  return [
    makeItem(
      'missing-text',
      counts.reduce((sum, count) => sum + count, 0),
      0,
    ),
  ];
}

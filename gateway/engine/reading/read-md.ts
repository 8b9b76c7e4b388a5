import { Marked } from 'marked';
import { latinDigits } from '#common/fold-text.ts';
import type {
  Block,
  DocumentStream,
  HealthItem,
  ReadDocument,
  ReadHint,
  ReadWarning,
} from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { createMdCutter, type MdPiece } from './cut-md.ts';
import { decodeSlices, decodeText } from './decode-text.ts';
import { mergeWarnings } from './merge-warnings.ts';
import { readMarkup } from './read-html.ts';

/** Deeper quotes and lists are read as if they stood at this depth: the lexer recurses once a level. */
const MAX_NESTING = 20;
const MARK = String.raw`(?:[^\S\n]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))`;
const NESTING = new RegExp(`^(${MARK}{${MAX_NESTING}})${MARK}+`);
const INDENT = new RegExp(String.raw`^[^\S\n]{${MAX_NESTING * 4},}`);
/** Ordinals of list items that Arabic writers use and Markdown does not know: `١.`, `1-`. */
const OTHER_ORDINAL =
  /^([^\S\n]*)(?:(\d{1,3})-(?!\s+[\d٠-٩۰-۹])|([٠-٩۰-۹]{1,3})(?:[.)]|-(?!\s+[\d٠-٩۰-۹])))(?=\s)/;
const FRONT_MATTER = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)(?:\n|$)/;

/** Markdown: headings, paragraphs, list items, tables, code; mark-up off. A `title` in front matter is the title. */
export async function readMd(bytes: Uint8Array, hint: ReadHint = {}): Promise<ReadDocument> {
  const { text, warnings, health } = decodeText(bytes, { transport: hint.charset });
  const source = cleanText(text);
  const front = FRONT_MATTER.exec(source);
  const title = titleOf(front);
  const page = readMarkup(toHtml(source.slice(front?.[0].length ?? 0)));
  return {
    ...(title ? { title: cleanLine(title) } : {}),
    blocks: page.blocks,
    warnings: [...warnings, ...page.warnings],
    health: { ...health, items: mergeItems([...health.items, ...(page.health?.items ?? [])]) },
  };
}

/**
 * `readMd` of any length, piece by piece. What a piece refers to by name (`[text][name]`) must be defined in it.
 */
export function* readLongMd(bytes: Uint8Array, hint: ReadHint = {}): DocumentStream {
  const { slices, facts } = decodeSlices(bytes, { transport: hint.charset });
  const cutter = createMdCutter();
  let items: HealthItem[] = [];
  let warnings: ReadWarning[] = [];
  let named: { title?: string } = {};
  let isFirst = true;
  const readPieces = (pieces: readonly MdPiece[]): Block[] =>
    pieces.flatMap(({ text, continuesTable }) => {
      const page = readMarkup(toHtml(text));
      items = mergeItems([...items, ...(page.health?.items ?? [])]);
      warnings = mergeWarnings([...warnings, ...page.warnings]);
      const [first, ...rest] = page.blocks;
      return continuesTable && first?.kind === 'table'
        ? [{ ...first, continues: true }, ...rest]
        : page.blocks;
    });
  for (const { text, share } of slices) {
    let source = cleanText(text.replace(/\n$/, ''));
    if (isFirst) {
      const front = FRONT_MATTER.exec(source);
      const title = titleOf(front);
      if (title) named = { title: cleanLine(title) };
      source = source.slice(front?.[0].length ?? 0);
      isFirst = false;
    }
    yield { blocks: readPieces(cutter.add(source.split('\n'))), share, ...named };
  }
  yield { blocks: readPieces(cutter.end()), share: 1, ...named };
  const decoded = facts();
  return {
    ...named,
    warnings: [...decoded.warnings, ...warnings],
    health: { ...decoded.health, items: mergeItems([...decoded.health.items, ...items]) },
  };
}

const titleOf = (front: RegExpExecArray | null): string | undefined =>
  /^title:\s*(["']?)(.+?)\1\s*$/m.exec(front?.[1] ?? '')?.[2];

/**
 * Longer paragraphs with more marks of emphasis than this keep them as text: the lexer looks for the end of each in all
 * of the rest.
 */
const MAX_EMPHASISED_CHARACTERS = 10_000;
const MAX_EMPHASIS_MARKS = 1_000;
/** The library's own rule applies. */
const AS_USUAL = false;
/** Longer ones are no words and no addresses, which the lexer would look for from each mark in them. */
const LONG_RUN = /\S{2000,}/g;

let judged = { paragraph: '', isEmphasised: true };

/** Of the paragraph that was asked for last the answer is known: it is asked for at every mark. */
function isEmphasised(paragraph: string): boolean {
  if (paragraph.length <= MAX_EMPHASISED_CHARACTERS) return true;
  if (paragraph !== judged.paragraph) {
    const marks = paragraph.match(/[*_~]/g)?.length ?? 0;
    judged = { paragraph, isEmphasised: marks <= MAX_EMPHASIS_MARKS };
  }
  return judged.isEmphasised;
}

/**
 * Codes to dial, up to their sign of end (`*123*0#`, `*155*card number#`), and products (`5*6`): the stars in them are no
 * emphasis, or another number would be read.
 */
const STARRED =
  /(?<!\*)\*{1,2}\p{Nd}{1,20}(?:\*[^\s*#|]{1,40}(?: [^\s*#|]{1,40}){0,3}){0,8}#|(?<=\p{Nd})\*(?=\p{Nd})/gu;
const maskCodes = (paragraph: string) => paragraph.replace(STARRED, (code) => '0'.repeat(code.length));

const ifDeleted = (_: string, paragraph: string) => (isEmphasised(paragraph) ? AS_USUAL : undefined);
/** The marks of a code are masked in the paragraph, which ends where the rest does. */
const ifEmphasised = (rest: string, paragraph: string) =>
  paragraph.at(-rest.length) === '0' ? undefined : ifDeleted(rest, paragraph);
const marked = new Marked(
  { gfm: true, async: false },
  { tokenizer: { emStrong: ifEmphasised, del: ifDeleted }, hooks: { emStrongMask: maskCodes } },
);

function toHtml(markdown: string): string {
  return marked.parse(limitNesting(prepareLines(markdown))) as string;
}

function limitNesting(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(INDENT, ' '.repeat(MAX_NESTING * 4)).replace(NESTING, '$1'))
    .join('\n');
}

/** List items numbered in other ways as Markdown numbers them, no emphasis in endless words; code in fences is left as it is. */
function prepareLines(text: string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
      if (mark !== undefined)
        fence = fence === undefined ? mark.trim() : closes(mark, fence) ? undefined : fence;
      if (fence !== undefined || mark !== undefined) return line;
      const plain = line.replace(LONG_RUN, (run) => run.replace(/[*_~]/g, String.raw`\$&`));
      return plain.replace(OTHER_ORDINAL, (_, indent: string, latin?: string, arabic?: string) => {
        return `${indent}${latin ?? latinDigits(arabic ?? '')}.`;
      });
    })
    .join('\n');
}

const closes = (mark: string, fence: string): boolean => mark.trim().startsWith(fence);

import { Marked } from 'marked';
import type { ReadDocument, ReadHint } from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { decodeText } from './decode-text.ts';
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
  const title = /^title:\s*(["']?)(.+?)\1\s*$/m.exec(front?.[1] ?? '')?.[2];
  const html = new Marked({ gfm: true, async: false }).parse(
    limitNesting(markOrdinals(source.slice(front?.[0].length ?? 0))),
  );
  const page = readMarkup(html as string);
  return {
    ...(title ? { title: cleanLine(title) } : {}),
    blocks: page.blocks,
    warnings: [...warnings, ...page.warnings],
    health: { ...health, items: mergeItems([...health.items, ...(page.health?.items ?? [])]) },
  };
}

function limitNesting(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(INDENT, ' '.repeat(MAX_NESTING * 4)).replace(NESTING, '$1'))
    .join('\n');
}

/** List items numbered in other ways as Markdown numbers them; code in fences is left as it is. */
function markOrdinals(text: string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
      if (mark !== undefined)
        fence = fence === undefined ? mark.trim() : closes(mark, fence) ? undefined : fence;
      if (fence !== undefined || mark !== undefined) return line;
      return line.replace(OTHER_ORDINAL, (_, indent: string, latin?: string, arabic?: string) => {
        return `${indent}${latin ?? toLatinDigits(arabic ?? '')}.`;
      });
    })
    .join('\n');
}

/** Both rows of Arabic digits end in their value. */
const toLatinDigits = (digits: string): string =>
  digits.replace(/./gu, (digit) => String(digit.charCodeAt(0) & 0xf));

const closes = (mark: string, fence: string): boolean => mark.trim().startsWith(fence);

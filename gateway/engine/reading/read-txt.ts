import { append, largest } from '#common/long-lists.ts';
import type { Block, DocumentStream, HealthItem, ReadDocument, ReadHint } from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { repairLines } from '#gateway/engine/health/repair-lines.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { decodeSlices, decodeText } from './decode-text.ts';
import { makeListItem } from './make-list-item.ts';

const LIST_MARK = /^\s*(?:[-*•▪●–]|(?<ordinal>\(?[\d٠-٩۰-۹]{1,3}(?:[.)]|-(?!\s+[\d٠-٩۰-۹]))))\s+(?=\S)/;

/** Plain text: blank lines part paragraphs, hard-wrapped lines are joined, `-`, `•`, `1.` and `1-` lines are list items. */
export async function readTxt(bytes: Uint8Array, hint: ReadHint = {}): Promise<ReadDocument> {
  const { text, warnings, health } = decodeText(bytes, { transport: hint.charset });
  const blocks: Block[] = [];
  // Before lines are joined: what is back to front or spaced out is so line by line.
  const { lines, items } = repairLines(cleanText(text).split('\n'));
  for (const group of lines.join('\n').split(/\n[^\S\n]*\n/)) append(blocks, readGroup(group.split('\n')));
  return { blocks, warnings, health: { ...health, items: mergeItems([...health.items, ...items]) } };
}

/** `readTxt` of any length: what is back to front or spaced out is told by the lines of each slice alone. */
export function* readLongTxt(bytes: Uint8Array, hint: ReadHint = {}): DocumentStream {
  const { slices, facts } = decodeSlices(bytes, { transport: hint.charset });
  let items: HealthItem[] = [];
  let group: string[] = [];
  let held = 0;
  let wrapped: boolean | undefined;
  for (const { text, share } of slices) {
    const repaired = repairLines(cleanText(text.replace(/\n$/, '')).split('\n'));
    items = mergeItems([...items, ...repaired.items]);
    const blocks: Block[] = [];
    for (const line of repaired.lines) {
      const isBlank = line.trim() === '';
      if (!isBlank) {
        group.push(line);
        held += line.length;
        if (group.length < MAX_GROUP_LINES && held < MAX_GROUP_CHARACTERS) continue;
      }
      // The first lines of an endless group tell how it is wrapped.
      if (!isBlank) wrapped ??= isHardWrapped(group);
      append(blocks, readGroup(group, wrapped));
      group = [];
      held = 0;
      if (isBlank) wrapped = undefined;
    }
    yield { blocks, share };
  }
  yield { blocks: readGroup(group, wrapped), share: 1 };
  const { warnings, health } = facts();
  return { warnings, health: { ...health, items: mergeItems([...health.items, ...items]) } };
}

/** Lines without a blank one between that are held at a time. */
const MAX_GROUP_LINES = 2_000;
/** The same in characters, for lines as long as a book; so many hard-wrapped lines are shorter. */
const MAX_GROUP_CHARACTERS = 512 * 1024;

function readGroup(lines: string[], isWrapped?: boolean): Block[] {
  const textLines = lines.filter((line) => line.trim() !== '');
  const wrapped = isWrapped ?? isHardWrapped(textLines);
  const blocks: Exclude<Block, { kind: 'heading' | 'table' }>[] = [];
  for (const line of textLines) {
    const last = blocks.at(-1);
    const text = cleanLine(line);
    const mark = LIST_MARK.exec(line);
    if (mark) blocks.push(makeListItem(cleanLine(line.slice(mark[0].length)), mark.groups?.['ordinal']));
    else if (last && (wrapped || (last.kind === 'list-item' && /^\s/.test(line)))) last.text += ` ${text}`;
    else blocks.push({ kind: 'paragraph', text });
  }
  return blocks;
}

/** Lines of nearly one length, every one but the last, none ending a sentence early: a typewriter's wrap. */
function isHardWrapped(lines: string[]): boolean {
  const full = lines.slice(0, -1).map((line) => line.trimEnd().length);
  if (full.length < 2) return false;
  const longest = largest(full);
  return longest >= 40 && longest <= 132 && full.every((length) => length >= longest * 0.7);
}

import type { Block } from '#gateway/engine/document.ts';
import { cleanLine } from '#gateway/engine/reading/clean-text.ts';
import { makeListItem } from '#gateway/engine/reading/make-list-item.ts';

type TextKind = Exclude<Block['kind'], 'table'>;

/** Longer summaries are text. */
const MAX_SUMMARY_CHARACTERS = 300;

/** What a text is, by the block elements around it, innermost last. `level`: of a heading that names none. */
export function kindOfBlock(
  names: readonly string[],
  text: string,
  level: 1 | 2 | 3 | 4 | 5 | 6,
): { kind: TextKind; level: 1 | 2 | 3 | 4 | 5 | 6 } {
  for (let index = names.length - 1; index >= Math.max(0, names.length - 50); index--) {
    const name = names[index] ?? '';
    if (/^h[1-6]$/.test(name)) return { kind: 'heading', level: Number(name[1]) as 1 };
    if (name === 'summary' && text.length <= MAX_SUMMARY_CHARACTERS && !isInCell(names))
      return { kind: 'heading', level };
    if (name === 'li') return { kind: 'list-item', level: 1 };
    if (name === 'td' || name === 'th' || name === 'blockquote') break;
  }
  return { kind: 'paragraph', level: 1 };
}

const isInCell = (names: readonly string[]): boolean => names.includes('td') || names.includes('th');

/** `ordinal`: what stands before a list item, such as `3.`. */
export function makeBlock(
  { kind, level }: ReturnType<typeof kindOfBlock>,
  text: string,
  ordinal: string | undefined,
): Block {
  if (kind === 'list-item') return makeListItem(text, ordinal);
  if (kind === 'heading') return { kind, level, text: cleanLine(text).replace(/\s*[¶#]$/, '') };
  return { kind, text };
}

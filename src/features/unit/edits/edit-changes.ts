import {
  type EditChange,
  HEADER_ROW,
  type PassageBlock,
  type PassageBlocks,
  type TextEdit,
} from '#contract/edits.ts';

export type EditKind = TextEdit['kind'];

/** Texts of the blocks of a passage, cells of a row each for itself. */
export type BlockTexts = string[][];

export const textsOf = ({ cells, text }: PassageBlock): string[] => cells ?? [text];

const placeOf = ({ block, row }: PassageBlock) => ({ block, row });

export const isHeader = ({ row }: PassageBlock): boolean => row === HEADER_ROW;

/** What is to be saved; undefined while nothing is changed, or a block would be empty. */
export function changesOf(
  kind: EditKind,
  { items }: PassageBlocks,
  { texts, added }: { texts: BlockTexts; added: string },
): EditChange[] | undefined {
  // The header of a table has to do with its other passages too.
  const [first, last] = [items.find((item) => !isHeader(item)), items.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (kind === 'hide') return [{ kind, first: placeOf(first), last: placeOf(last) }];
  if (kind === 'insert') {
    const after = added.split('\n').flatMap((line) => line.trim() || []);
    return after.length === 0 ? undefined : [{ kind, first: placeOf(last), last: placeOf(last), after }];
  }
  const changes = items.flatMap((item, index): EditChange[] => {
    const after = texts[index] ?? textsOf(item);
    if (after.every((text, cell) => text === textsOf(item)[cell])) return [];
    return [{ kind, first: placeOf(item), last: placeOf(item), after }];
  });
  const isEmpty = changes.some(({ after = [] }) => after.every((text) => text.trim() === ''));
  return changes.length === 0 || isEmpty ? undefined : changes;
}

/** The passage before and after, to be compared: rows as their cells joined. */
export function previewOf(
  kind: EditKind,
  { items }: PassageBlocks,
  { texts, added }: { texts: BlockTexts; added: string },
): { before: string; after: string } {
  const shown = kind === 'replace' ? items : items.filter((item) => !isHeader(item));
  const before = shown.map((item) => textsOf(item).join(' | ')).join('\n');
  if (kind === 'hide') return { before, after: '' };
  if (kind === 'insert')
    return { before, after: added.trim() === '' ? before : `${before}\n${added.trim()}` };
  return {
    before,
    after: items.map((item, index) => (texts[index] ?? textsOf(item)).join(' | ')).join('\n'),
  };
}

import type { Block, ReadDocument, ReadHealth, ReadWarning } from '#gateway/text/document.ts';
import { makeItem, mergeItems } from './health-items.ts';
import { findLanguages } from './languages.ts';
import { mendLines } from './mend-lines.ts';

/** A document with what its text needed put right, and the health report of all that was found. */
export function mendDocument(document: ReadDocument): ReadDocument & { health: ReadHealth } {
  const lines = document.blocks.flatMap(linesOf);
  const { lines: mended, items } = mendLines(lines);
  let at = 0;
  const next = (): string => mended[at++] ?? '';
  const blocks = items.length === 0 ? document.blocks : document.blocks.map((block) => refill(block, next));
  const { encoding, items: own = [] } = document.health ?? {};
  return {
    ...document,
    blocks,
    health: {
      ...(encoding ? { encoding } : {}),
      languages: findLanguages(mended.join('\n')),
      items: mergeItems([...own, ...items, ...missingParts(document.warnings)]),
    },
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
  if (block.kind !== 'table') return { ...block, text: fill(block.text) };
  const header = block.header?.map(fill);
  const rows = block.rows.map((row) => row.map(fill));
  return { ...block, ...(header ? { header } : {}), rows };
}

function missingParts(warnings: readonly ReadWarning[]) {
  const skipped = warnings.filter(({ code }) => code === 'parts-skipped').length;
  return [makeItem('missing-text', skipped, 0)];
}

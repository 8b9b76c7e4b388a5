import type { Block } from '#gateway/engine/document.ts';

const OWN_ORDINAL = /^\(?\p{Nd}{1,3}[.)-]\s/u;

/** An item of a list. `ordinal` is dropped where the text has a number of its own: some programs write both. */
export function makeListItem(text: string, ordinal?: string): Extract<Block, { kind: 'list-item' }> {
  return ordinal === undefined || OWN_ORDINAL.test(text)
    ? { kind: 'list-item', text }
    : { kind: 'list-item', text, ordinal };
}

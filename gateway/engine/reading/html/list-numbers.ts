/** Numbers of the items of the lists that are open. */
interface ListNumbers {
  open(list: string, attributes: Record<string, string>): void;
  close(): void;
  /** What stands before the next item of the innermost list, such as `3.`; undefined for a list without an order. */
  next(item: Record<string, string>): string | undefined;
}

/** Items without a value count on from the item before. */
export function createListNumbers(): ListNumbers {
  /** The next number of each open list; undefined for a list without an order. */
  const lists: (number | undefined)[] = [];
  return {
    open: (list, attributes) => void lists.push(list === 'ol' ? readStart(attributes) : undefined),
    close: () => void lists.pop(),
    next({ value }) {
      const next = lists.at(-1);
      if (next === undefined) return undefined;
      const number = readNumber(value) ?? next;
      lists[lists.length - 1] = number + 1;
      return `${number}.`;
    },
  };
}

export const isList = (name: string): boolean => name === 'ol' || name === 'ul' || name === 'menu';

/** What an ordered list counts from; undefined where it shows no numbers, or counts down from what its end tells. */
function readStart({ start, style = '', reversed }: Record<string, string>): number | undefined {
  if (reversed !== undefined || /list-style(?:-type)?\s*:[^;]{0,100}\bnone\b/i.test(style)) return undefined;
  return readNumber(start) ?? 1;
}

/** Longer numbers are no ordinals. */
function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : undefined;
}

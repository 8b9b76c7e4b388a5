/**
 * `sourceStatus` of a unit. The interface does not show the meaning of its values; these are ours, and they are
 * used for words only when the gateway's Capabilities announces them. There is never a fifth number.
 */
export const SOURCE_STATUS = { waiting: 0, indexing: 1, ready: 2, failed: 3 } as const;
export type StatusWord = keyof typeof SOURCE_STATUS;
/** In the order of their numbers. */
export const STATUS_WORDS = [
  'waiting',
  'indexing',
  'ready',
  'failed',
] as const satisfies readonly StatusWord[];

/** The number that travels. */
export function statusNumber(word: StatusWord): number {
  return SOURCE_STATUS[word];
}

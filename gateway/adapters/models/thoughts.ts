/** Takes out what a model thinks aloud ahead of its answer. */
export interface ThoughtFilter {
  /** What of the text so far, and not given before, belongs to the answer. */
  take(piece: string): string;
  /** What was held back and turned out to be answer. */
  rest(): string;
}

const TAGS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];

/**
 * Thoughts stand between tags at the very beginning; the same tags later on are text like any other. Tags that come in pieces are
 * waited for, so nothing of a thought is ever given.
 */
export function createThoughtFilter(): ThoughtFilter {
  let state: 'start' | 'thinking' | 'after' | 'answer' = 'start';
  let held = '';
  let closing = /$/;
  let closingLength = 0;

  function step(): string {
    if (state === 'start') {
      const begun = held.trimStart().toLowerCase();
      const tag = TAGS.find((one) => begun.startsWith(one));
      if (!tag && TAGS.some((one) => one.startsWith(begun))) return '';
      state = tag ? 'thinking' : 'answer';
      if (tag) {
        closing = new RegExp(tag.replace('<', '</'), 'i');
        closingLength = tag.length + 1;
        held = held.trimStart().slice(tag.length);
      }
    }
    if (state === 'thinking') {
      // Not in `held.toLowerCase()`: some letters, such as İ, grow longer there, and places would not be the same.
      const at = held.search(closing);
      held = at === -1 ? held.slice(1 - closingLength) : held.slice(at + closingLength);
      if (at === -1) return '';
      state = 'after';
    }
    if (state === 'after') {
      held = held.trimStart();
      if (held !== '') state = 'answer';
    }
    const given = held;
    held = '';
    return given;
  }

  return {
    take(piece) {
      if (state === 'answer') return piece;
      held += piece;
      return step();
    },
    rest: () => (state === 'start' ? held : ''),
  };
}

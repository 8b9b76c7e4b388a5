import { tokenise } from '#gateway/engine/analysis/tokenise.ts';

/** The parts of a prompt that an answer may not repeat, and the passages that it may quote. */
interface GuardedPrompt {
  instructions: string;
  /** Random letters that delimit the passages; lower case. */
  marker: string;
  passages: readonly { text: string }[];
}

/** Words in a row that no two texts share by chance. */
const RUN_WORDS = 8;
/** Characters before a sentence in which a run of words may begin. */
const LOOK_BACK_CHARACTERS = 120;

/**
 * Whether the sentence of a text from `start` to `end` repeats the marker, or a run of words of the instructions that no
 * passage has: a document about prompts may be quoted.
 */
export function createLeakCheck({ instructions, marker, passages }: GuardedPrompt) {
  const guarded = new Set(wordRuns(instructions));
  return (text: string, start: number, end: number): boolean => {
    const part = text.slice(Math.max(0, start - LOOK_BACK_CHARACTERS), end);
    if (part.toLowerCase().includes(marker)) return true;
    const repeated = wordRuns(part).filter((run) => guarded.has(run));
    if (repeated.length === 0) return false;
    const quotable = new Set(passages.flatMap((passage) => wordRuns(passage.text)));
    return repeated.some((run) => !quotable.has(run));
  };
}

function wordRuns(text: string): string[] {
  const words = tokenise(text).map(({ word }) => word);
  return words.slice(RUN_WORDS - 1).map((_, index) => words.slice(index, index + RUN_WORDS).join(' '));
}

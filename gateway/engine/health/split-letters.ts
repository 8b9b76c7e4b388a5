import { foldAlefs } from '#common/fold-text.ts';
import { HEALTH_LIMITS, type HealthSample } from '#gateway/engine/document.ts';
import { makeItem, PLAIN_LETTER, type RepairResult } from './health-items.ts';

const LETTER = `[${PLAIN_LETTER}][\\u064b-\\u0652]*`;
const EDGE = `[${PLAIN_LETTER}\\u064b-\\u0652\\u0640]`;
const RUN = new RegExp(`(?<!${EDGE})${LETTER}(?:[ \\t\\u00a0]{1,4}${LETTER}){4,400}(?!${EDGE})`, 'g');
const HINT = new RegExp(`${LETTER}(?: +${LETTER}(?= )){3}`);
const WIDE_GAP = /[ \t\u00a0]{2,}/;
/** Letters named one after another are a list of letters. */
const LISTS = ['ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'ابجدهوزحطيكلمنسعفصقرشتثخذضظغ'];
/** Without wider gaps between words, longer runs than this may hold two. */
const MAX_WORD_LENGTH = 12;

/** Words whose letters stand apart (ا ل ع ر ب ي ة), as justified or spaced-out type is copied, are joined again. */
export function joinSplitLetters(lines: readonly string[]): RepairResult {
  const samples: HealthSample[] = [];
  let count = 0;
  let repairs = 0;
  const settle = (before: string, words: readonly string[]): string => {
    const after = words.join(' ');
    count += words.length;
    repairs += words.length;
    if (samples.length < HEALTH_LIMITS.samples) samples.push({ before, after });
    return after;
  };
  const areSpacedOut = lines.some((line) => HINT.test(line) && isSpacedOut(line));
  const repaired = lines.map((line) => {
    if (areSpacedOut && isSpacedOut(line)) return settle(line, joinByGaps(line));
    if (!HINT.test(line)) return line;
    return line.replace(RUN, (run) => {
      const words = joinRun(run);
      if (words === undefined) return run;
      if (words.every((word) => word.length <= MAX_WORD_LENGTH)) return settle(run, words);
      count += words.length;
      // Where words end cannot be told: shown as it stays.
      if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: run, after: run });
      return run;
    });
  });
  return { lines: repaired, item: makeItem('split-letters', count, repairs, samples) };
}

/** A line whose every character stands apart, numbers and Latin too: wider gaps part its words. */
function isSpacedOut(line: string): boolean {
  if (!WIDE_GAP.test(line.trim())) return false;
  const tokens = line.trim().split(/\s+/);
  return (
    tokens.length >= 8 && tokens.filter((token) => /^\P{M}\p{M}*$/u.test(token)).length >= 0.8 * tokens.length
  );
}

const joinByGaps = (text: string): string[] =>
  text
    .trim()
    .split(WIDE_GAP)
    .map((word) => word.replace(/\s/g, ''));

function joinRun(run: string): string[] | undefined {
  const bare = foldAlefs(run.replace(/[^\u0621-\u064a]/g, ''));
  if (LISTS.some((list) => list.includes(bare))) return undefined;
  // The same letter over and over is decoration, and five different variables of a formula hold no article.
  if (new Set(bare).size < 3) return undefined;
  if (WIDE_GAP.test(run)) return joinByGaps(run);
  // Two letters end words and never stand inside one.
  return run
    .replace(/\s/g, '')
    .split(/(?<=[ةى])/)
    .filter((word) => word !== '');
}

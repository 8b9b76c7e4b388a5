import { withoutMarks } from '#common/fold-text.ts';
import { readVisualLine } from '#gateway/engine/bidi/inverse-bidi.ts';
import { classify } from '#gateway/engine/bidi/letter-classes.ts';
import { HEALTH_LIMITS, type HealthSample } from '#gateway/engine/document.ts';
import { ARABIC, ARABIC_WORDS, makeItem, type RepairResult } from './health-items.ts';
import { scoreWordOrder } from './score-word-order.ts';

/** Evidence that a line alone must give, and that it must give among lines that are known to be reversed. */
const MIN_EVIDENCE = 4;
const MIN_EVIDENCE_IN_CONTEXT = 0.5;
/** Reversed lines that must be sure of themselves before the rest is judged by its company. */
const MIN_REVERSED_LINES = 2;
/** Characters of a line that is turned; no line of a page is longer. */
const MAX_LINE_LENGTH = 20_000;

const ARABIC_LETTER = /[\u0621-\u064a\ufb50-\ufefc]/;
const SUSPICIOUS = new RegExp(
  `(?:^|[^${ARABIC}])[ةىےںﺔﺓﻰﻯ\\u064b-\\u0652]|لا(?:[^${ARABIC}]|$)|[\\ufb50-\\ufefc]`,
);

/**
 * Lines stored in the order in which they are seen, left to right, as old PDFs and printers' files are copied. Told by
 * what Arabic words cannot do: begin with ة or ى, end with the article, stand in a final shape at their start.
 */
export function repairVisualOrder(lines: readonly string[]): RepairResult {
  let scores = lines.map((line) => (SUSPICIOUS.test(line) ? scoreOrder(line) : 0));
  const sure = scores.filter((score) => score <= -MIN_EVIDENCE).length;
  if (sure === 0) return { lines: [...lines] };
  scores = lines.map((line) => scoreOrder(line));
  const together = sure >= MIN_REVERSED_LINES && sure > 2 * scores.filter((score) => score > 0).length;
  const threshold = together ? MIN_EVIDENCE_IN_CONTEXT : -MIN_EVIDENCE;
  const samples: HealthSample[] = [];
  let count = 0;
  let repairs = 0;
  const repaired = lines.map((line, index) => {
    if ((scores[index] ?? 0) > threshold || !ARABIC_LETTER.test(line)) return line;
    count++;
    if (line.length > MAX_LINE_LENGTH) return line;
    repairs++;
    const after = toLogicalOrder(line);
    if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    return after;
  });
  return { lines: repaired, item: makeItem('reversed-lines', count, repairs, samples) };
}

/** Above 0: logical order; below: the order of sight; near 0: nothing to tell by. */
function scoreOrder(line: string): number {
  let forwards = 0;
  let backwards = 0;
  for (const raw of line.match(ARABIC_WORDS) ?? []) {
    const shape = scoreShapes(raw);
    if (shape > 0) forwards += shape;
    else backwards -= shape;
    if (/^[\u064b-\u0652]/.test(raw)) backwards += 1;
    const word = withoutMarks(raw.normalize('NFKC')).replaceAll(' ', '');
    const weight = scoreWordOrder(word);
    if (weight > 0) forwards += weight;
    else backwards -= weight;
  }
  // A quotation of the other kind inside a line does not decide for the line.
  if (forwards > 0 && backwards > 0 && Math.max(forwards, backwards) < 3 * Math.min(forwards, backwards))
    return 0;
  return forwards - backwards;
}

const FINAL = shapes('<final>');
const INITIAL = shapes('<initial>');

/** Shapes of the basic letters go isolated, final, initial, medial; letters that join on one side have the first two. */
function shapes(which: '<final>' | '<initial>'): ReadonlySet<string> {
  const characters = new Set<string>();
  for (let code = 0xfe81; code <= 0xfef4; ) {
    const letter = String.fromCharCode(code).normalize('NFKC');
    let count = 1;
    while (String.fromCharCode(code + count).normalize('NFKC') === letter) count++;
    if (which === '<final>') characters.add(String.fromCharCode(code + 1));
    else if (count === 4) characters.add(String.fromCharCode(code + 2));
    code += count;
  }
  if (which === '<final>') for (const lamAlef of '\ufef6\ufef8\ufefa\ufefc') characters.add(lamAlef);
  return characters;
}

function scoreShapes(word: string): number {
  if (word.length < 2) return 0;
  const [first, last] = [word.charAt(0), word.charAt(word.length - 1)];
  return (
    (INITIAL.has(first) ? 1 : 0) +
    (FINAL.has(last) ? 1 : 0) -
    (FINAL.has(first) ? 2 : 0) -
    (INITIAL.has(last) ? 2 : 0)
  );
}

const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/** A line from the order of sight into the order of reading; numbers and Latin words keep theirs. */
function toLogicalOrder(line: string): string {
  const margin = /^\s*/.exec(line)?.[0] ?? '';
  const seen = line.trim();
  // Turned by characters, marks come before their letter; turned by letters, they stay behind it.
  const isBare = /(?:^|[\s(«"])\p{M}/u.test(seen);
  const clusters = isBare ? Array.from(seen) : (seen.match(CLUSTER) ?? []);
  const items = clusters.map((text) => ({ text, letter: classify(text), rank: 0, font: '' }));
  return margin + readVisualLine(items, { rightToLeft: true, drawnLeftToRight: false });
}

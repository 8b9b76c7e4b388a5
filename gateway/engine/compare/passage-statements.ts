import { foldText } from '#common/fold-text.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import type { ComparedPassage, Pause } from './passage-change.ts';

export const PASSAGES_PER_TURN = 100;
const STATEMENTS_PER_TURN = 1_000;

/** A sentence or row of a passage. */
export interface Statement {
  text: string;
  /** Index of its passage in the list that is compared. */
  passage: number;
  start: number;
  end: number;
}

/**
 * The sentences and rows of passages, in order. Borders of passages shift with every sentence that is added before them, so
 * texts are compared by statements. The sentence that a cut paragraph repeats at the beginning of its next passage counts
 * once.
 */
export async function statementsOf(passages: readonly ComparedPassage[], pause: Pause): Promise<Statement[]> {
  const statements: Statement[] = [];
  for (const [index, passage] of passages.entries()) {
    const previous = passages[index - 1];
    const last = statements.at(-1);
    const spans = splitSentences(passage.text);
    spans.forEach(({ text, start, end }, position) => {
      const isRepeated =
        position === 0 &&
        spans.length > 1 &&
        previous?.sourceId === passage.sourceId &&
        previous.sectionTitle === passage.sectionTitle &&
        last?.passage === index - 1 &&
        last.text === text;
      if (!isRepeated) statements.push({ text, passage: index, start, end });
    });
    if (index % PASSAGES_PER_TURN === PASSAGES_PER_TURN - 1) await pause();
  }
  return statements;
}

/**
 * What statements are compared by: texts that stand on both sides as they are, others folded, which takes ten times as
 * long.
 */
export async function keysOf(
  sides: readonly [readonly Statement[], readonly Statement[]],
  pause: Pause,
): Promise<[string[], string[]]> {
  const [texts, others] = sides.map((side) => new Set(side.map(({ text }) => text)));
  const keys: [string[], string[]] = [[], []];
  for (const [number, side] of sides.entries())
    for (const [index, { text }] of side.entries()) {
      const isOnBoth = texts?.has(text) === true && others?.has(text) === true;
      keys[number]?.push(isOnBoth ? text : foldText(text));
      if (index % STATEMENTS_PER_TURN === STATEMENTS_PER_TURN - 1) await pause();
    }
  return keys;
}

/** The text of statements: as in their passage where they follow each other, else a line each. */
export function textOf(statements: readonly Statement[], passages: readonly ComparedPassage[]): string {
  let text = '';
  let previous: Statement | undefined;
  for (const statement of statements) {
    const source = passages[statement.passage]?.text ?? '';
    const between =
      previous?.passage === statement.passage ? source.slice(previous.end, statement.start) : '\n';
    if (previous) text += between.trim() === '' ? between : '\n';
    text += source.slice(statement.start, statement.end);
    previous = statement;
  }
  return text;
}

import { splitSentences } from '#gateway/text/analysis/sentences.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';
import { isListLine } from '#gateway/text/splitting/render-block.ts';

/** The smallest piece of a passage that can be quoted alone: a sentence, a list item or a table row. */
export interface Statement {
  text: string;
  kind: 'sentence' | 'item' | 'row';
  /** Index of the passage among those given. */
  passage: number;
  stems: ReadonlySet<string>;
  /** It only asks; what answers it stands after it. */
  asks: boolean;
}

const LONGEST_ITEM = 320;

/** The statements of a passage in reading order. */
export function splitStatements(text: string, passage: number): Statement[] {
  return text.split('\n').flatMap((line): Statement[] => {
    const kind = line.includes(' | ')
      ? 'row'
      : isListLine(line) && line.length <= LONGEST_ITEM
        ? 'item'
        : 'sentence';
    const texts = kind === 'sentence' ? splitSentences(line).map((sentence) => sentence.text) : [line.trim()];
    return texts
      .filter((text) => text !== '')
      .map((text) => ({ text, kind, passage, stems: stemsOf(text), asks: /[?؟]["»”)]*$/u.test(text) }));
  });
}

/** Distinct stems of the words that carry a subject. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const { word } of tokenise(text)) if (!isStopWord(word)) stems.add(stemWord(word));
  return stems;
}

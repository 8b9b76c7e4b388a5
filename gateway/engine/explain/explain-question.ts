import { withoutMarks } from '#common/fold-text.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import type { DroppedWord, Question } from '#gateway/engine/question/question.ts';
import { createCorpus } from '#gateway/engine/ranking/corpus.ts';
import { countHaving } from '#gateway/engine/ranking/count-having.ts';
import { termIdfs } from '#gateway/engine/ranking/match-terms.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import { type DescribedAlternative, describeAlternative } from './describe-alternative.ts';

/** What `normaliseWord` did to a spelling, in a word each. */
type Normalisation =
  | 'case'
  | 'marks'
  | 'tatweel'
  | 'invisible'
  | 'hamza'
  | 'letters'
  | 'digits'
  | 'separators'
  | 'forms';

const PATTERNS: readonly (readonly [Normalisation, RegExp])[] = [
  ['forms', /[\ufb50-\ufdff\ufe70-\ufefc\uff01-\uff5e\ufb00-\ufb06]/],
  [
    'marks',
    /[\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed\u08ca-\u08ff]|[a-z][\u0300-\u036f]/i,
  ],
  ['tatweel', /\u0640/],
  ['invisible', /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/],
  // NFKD splits a carried hamza or madda from its letter.
  ['hamza', /[\u0653-\u0655ٱ]/],
  ['letters', /[ىةکګگہەۃےېۀی]/],
  ['digits', /[\u0660-\u0669\u06f0-\u06f9]/],
  ['separators', /\p{Nd}[,٬٫]\p{Nd}/u],
];

/** How a word as it was written differs from what it is compared as; empty when it is compared as it stands. */
export function listNormalisations(surface: string, word: string): Normalisation[] {
  if (surface === word) return [];
  const apart = surface.normalize('NFKD');
  const normalisations = PATTERNS.flatMap(([fold, sign]) =>
    sign.test(fold === 'forms' ? surface : apart) ? [fold] : [],
  );
  return surface.toLowerCase() === surface ? normalisations : ['case', ...normalisations];
}

/** A word of a question as it was searched for. Offsets are into the question as asked. */
interface ExplainedTerm {
  start: number;
  end: number;
  word: string;
  stem: string;
  normalisations: Normalisation[];
  /** How rare it is in the segments: what a passage of average length earns that has it once. */
  weight: number;
  /** Passages with the word itself in their text or titles. */
  passages: number;
  alternatives: DescribedAlternative[];
}

/**
 * How a question of `toSearchedQuestion` was read: its terms with their weight in exactly these segments, and the words left out. `texts` are
 * what is shown: words that were found are spelled as there.
 */
export function explainQuestion(
  text: string,
  question: Question,
  segments: readonly Segment[],
  texts: readonly string[] = [],
): { terms: ExplainedTerm[]; dropped: DroppedWord[] } {
  const { terms, dropped } = question;
  const respell = createRespeller(texts);
  const corrected = terms.map((term) => ({ ...term, isCorrected: true as const }));
  const weights = termIdfs(corrected, createCorpus(segments));
  const explained = terms.map((term, index): ExplainedTerm => {
    const { start, end, word, stem } = term;
    const normalisations = listNormalisations(text.slice(start, end), word);
    return {
      start,
      end,
      word,
      stem,
      normalisations,
      weight: weights[index] ?? 0,
      passages: countPassages(word, segments),
      alternatives: term.alternatives.map((alternative) => {
        const described = describeAlternative(alternative, term, question, segments);
        return alternative.words.length > 0 ? described : { ...described, text: respell(described.text) };
      }),
    };
  });
  return { terms: explained, dropped };
}

/** Spells normalised words as texts do, without their marks. */
function createRespeller(texts: readonly string[]): (words: string) => string {
  const spellings = new Map<string, string>();
  for (const text of texts)
    for (const { word, start, end } of tokenise(text))
      if (!spellings.has(word)) spellings.set(word, withoutMarks(text.slice(start, end)));
  return (words) => words.replaceAll(/[\p{L}\p{N}]+/gu, (word) => spellings.get(word) ?? word);
}

/** As rarity counts them. */
function countPassages(word: string, segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => {
    const id = segment.findStem(stemWord(word, segment.language));
    return id < 0 ? sum : sum + countHaving(segment, [id]);
  }, 0);
}

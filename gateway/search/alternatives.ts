import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';
import { type Token, tokenise } from '#gateway/text/analysis/tokenise.ts';

/** Groups of expressions that mean the same, each of one word or more, as an owner wrote them. */
export type Synonyms = readonly (readonly string[])[];

/** An expression that may stand in a passage where the question says something else. */
export interface Alternative {
  /** Normalised words, all of which must be in a passage. */
  words: string[];
  /** Their stems in the question's language. */
  stems: string[];
  /** What it is worth against the question's own word, in 0..1. */
  weight: number;
  origin: 'dialect' | 'number' | 'name' | 'synonym';
}

/** An alternative and the place, among the question's words, of the first word that it stands for. */
export interface PlacedAlternative {
  place: number;
  alternative: Alternative;
}

const SYNONYM_WEIGHT = 0.9;

/** What else a passage may say for the words of a question: the owner's synonyms. */
export function findAlternatives(
  tokens: readonly Token[],
  { synonyms, language }: { synonyms: Synonyms; language: StemLanguage },
): PlacedAlternative[] {
  const asked = tokens.map(({ word }) => stemWord(word, language));
  const placed = synonyms.flatMap((group) => {
    const expressions = group.map((expression) => readExpression(expression, language));
    return expressions.flatMap(({ stems }, index) => {
      const others = expressions.filter(
        (other, at) => at !== index && other.stems.join(' ') !== stems.join(' '),
      );
      return findRuns(asked, stems).flatMap((place) =>
        others.map(
          ({ words }): PlacedAlternative => ({
            place,
            alternative: { ...keepTelling(words, language), weight: SYNONYM_WEIGHT, origin: 'synonym' },
          }),
        ),
      );
    });
  });
  return placed.filter(({ alternative }) => alternative.words.length > 0);
}

function readExpression(expression: string, language: StemLanguage) {
  const words = tokenise(expression).map(({ word }) => word);
  return { words, stems: words.map((word) => stemWord(word, language)) };
}

/** Stop words are in no index, so an expression is looked for without them. */
function keepTelling(words: readonly string[], language: StemLanguage) {
  const telling = words.filter((word) => !isStopWord(word, language));
  return { words: telling, stems: telling.map((word) => stemWord(word, language)) };
}

/** Where a run of stems stands in another. */
function findRuns(all: readonly string[], run: readonly string[]): number[] {
  if (run.length === 0) return [];
  return all.flatMap((_, place) => (run.every((stem, at) => all[place + at] === stem) ? [place] : []));
}

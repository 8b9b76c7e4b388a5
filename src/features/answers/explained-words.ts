import type { TFunction } from 'i18next';
import {
  ALTERNATIVE_ORIGINS,
  DROP_REASONS,
  FOLDS,
  MATCH_PLACES,
  MEANING_STATES,
  PART_KINDS,
} from '#contract/explanations.ts';
import type { Explanation, MatchMark, ReadTerm } from '#contract/explanations.ts';
import type { Formats } from '#src/i18n/formats.ts';

type Words = TFunction<'explain'>;

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return words.some((one) => one === word);
}

// A newer gateway may name what these words do not know: then its own name is shown.
export const wordOrigin = (origin: string, t: Words) =>
  isOneOf(ALTERNATIVE_ORIGINS, origin) ? t(`reading.origins.${origin}`) : origin;
export const wordFold = (fold: string, t: Words) =>
  isOneOf(FOLDS, fold) ? t(`reading.folds.${fold}`) : fold;
export const wordDropped = (why: string, t: Words) =>
  isOneOf(DROP_REASONS, why) ? t(`reading.dropped.${why}`) : why;
export const wordPart = (kind: string, t: Words) =>
  isOneOf(PART_KINDS, kind) ? t(`why.parts.${kind}`) : kind;
export const wordPlace = (place: string, t: Words) =>
  isOneOf(MATCH_PLACES, place) ? t(`why.places.${place}`) : place;
export const wordMeaning = ({ state, model }: { state: string; model: string }, t: Words) =>
  isOneOf(MEANING_STATES, state) ? t(`end.meaning.${state}`, { model }) : '';

/** A word of the question as it was typed. */
export function asTyped(
  { question }: Pick<Explanation, 'question'>,
  range: { start: number; end: number },
): string {
  return question.slice(range.start, range.end);
}

/** Words of the question in a sentence, told apart by their quotation marks. */
export function listTyped(
  explanation: Pick<Explanation, 'question'>,
  ranges: readonly { start: number; end: number }[],
  { t, formats }: { t: Words; formats: Formats },
): string {
  return formats.list(ranges.map((range) => t('quoted', { words: asTyped(explanation, range) })));
}

/** Spelling variants made alike, as a gateway compares them; endings and prefixes stay. */
function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}|\u0640/gu, '')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0649/g, '\u064a')
    .toLowerCase();
}

const ARTICLE = '\u0627\u0644';

/** An alternative as a passage of the list spells it, or as it is compared where none has it to the letter. */
export function spellAlternative(explanation: Explanation, term: ReadTerm, alternative: number): string {
  const { text = '', stems = [] } = term.alternatives[alternative] ?? {};
  if (stems.length !== 1) return text;
  const place = explanation.terms.indexOf(term);
  for (const { marks, document } of explanation.passages) {
    for (const mark of marks) {
      if (mark.term !== place || mark.alternative !== alternative) continue;
      const spelled = document.text.slice(mark.start, mark.end);
      if (plain(spelled) === text) return spelled;
      if (plain(spelled) === ARTICLE + text) return spelled.slice(ARTICLE.length);
    }
  }
  return text;
}

/** The alternative by which a passage was found, where it was not the word itself. */
export function alternativeOf(
  { terms }: Pick<Explanation, 'terms'>,
  { term, alternative }: Pick<MatchMark, 'term' | 'alternative'>,
) {
  return alternative === null ? undefined : terms[term]?.alternatives[alternative];
}

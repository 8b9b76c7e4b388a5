import type { TFunction } from 'i18next';
import { normaliseWord } from '#common/fold-text.ts';
import {
  ALTERNATIVE_ORIGINS,
  DROP_REASONS,
  type Explanation,
  MATCH_PLACES,
  type MatchMark,
  NORMALISATIONS,
  type ReadTerm,
  SCORE_PART_KINDS,
  SEMANTIC_SEARCH_STATES,
} from '#contract/explanations.ts';
import type { Formats } from '#src/i18n/formats.ts';
import type { TextSpan } from './text-spans.ts';

type Translate = TFunction<'explain'>;

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return words.some((candidate) => candidate === word);
}

// What a newer gateway names and these words do not know is shown by its own name.
export const originLabel = (origin: string, t: Translate) =>
  isOneOf(ALTERNATIVE_ORIGINS, origin) ? t(`reading.origins.${origin}`) : origin;
export const normalisationLabel = (fold: string, t: Translate) =>
  isOneOf(NORMALISATIONS, fold) ? t(`reading.normalisations.${fold}`) : fold;
export const dropReasonLabel = (why: string, t: Translate) =>
  isOneOf(DROP_REASONS, why) ? t(`reading.dropped.${why}`) : why;
export const scorePartLabel = (kind: string, t: Translate) =>
  isOneOf(SCORE_PART_KINDS, kind) ? t(`why.parts.${kind}`) : kind;
export const matchPlaceLabel = (place: string, t: Translate) =>
  isOneOf(MATCH_PLACES, place) ? t(`why.places.${place}`) : place;
export const semanticStateLabel = ({ state, model }: { state: string; model: string }, t: Translate) =>
  isOneOf(SEMANTIC_SEARCH_STATES, state) ? t(`end.semantic.${state}`, { model }) : '';

/** A word of the question as it was typed. */
export function originalText({ question }: Pick<Explanation, 'question'>, { start, end }: TextSpan): string {
  return question.slice(start, end);
}

/** Words of the question as a list in a sentence, each in quotation marks. */
export function listOriginalTexts(
  explanation: Pick<Explanation, 'question'>,
  ranges: readonly TextSpan[],
  { t, formats }: { t: Translate; formats: Formats },
): string {
  return formats.list(ranges.map((range) => t('quoted', { words: originalText(explanation, range) })));
}

const ARTICLE = '\u0627\u0644';

/** An alternative as a passage spells it, or its normalised form where no passage has it. */
export function alternativeSpelling(explanation: Explanation, term: ReadTerm, alternative: number): string {
  const { text = '', stems = [] } = term.alternatives[alternative] ?? {};
  if (stems.length !== 1) return text;
  const place = explanation.terms.indexOf(term);
  for (const { marks, document } of explanation.passages) {
    for (const mark of marks) {
      if (mark.term !== place || mark.alternative !== alternative) continue;
      const spelled = document.text.slice(mark.start, mark.end);
      const word = normaliseWord(spelled);
      if (word === text) return spelled;
      if (word === ARTICLE + text) return spelled.slice(ARTICLE.length);
    }
  }
  return text;
}

/** The matched alternative; undefined for the word itself. */
export function alternativeOf(
  { terms }: Pick<Explanation, 'terms'>,
  { term, alternative }: Pick<MatchMark, 'term' | 'alternative'>,
) {
  return alternative === null ? undefined : terms[term]?.alternatives[alternative];
}

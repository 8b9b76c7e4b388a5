import { estimateTokens } from '#common/estimate-tokens.ts';
import { MIN_LIKELY } from '#common/likely-answer.ts';
import type { AnswerBand } from '#contract/headers.ts';
import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';
import type { SmallTalk } from '#gateway/engine/question/small-talk.ts';
import {
  type Language,
  languageOfAnswer,
  NOT_FOUND_BRIEFLY,
  NOT_FOUND_WORDS,
  REPLIES,
  renderWeakAnswer,
} from '#gateway/engine/quoting/answer-words.ts';
import type { ExtractedAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
import type { BotSettings } from '#gateway/modules/access/model.ts';

/** An answer made without a model. */
export interface DirectAnswer {
  text: string;
  band: AnswerBand;
  /** 0..1; 1 for a reply to small talk. */
  certainty: number;
  /** Quoted passages, by index from 0; of a weak answer the nearest sections. */
  quoted: number[];
  /** UTF-16 units before the quotation. */
  quoteStart: number;
}

interface QuotedQuestion {
  maxOutputTokens: number;
  /** Of the answer. */
  language: Language;
  weakAnswers: BotSettings['weakAnswers'];
}

/** Words the answer around the extracted quotation, or the "not found" text without any. */
export function quoteAnswer(
  question: QuotedQuestion,
  extraction: ExtractedAnswer,
  passages: readonly { sectionTitle: string }[],
): DirectAnswer {
  const { certainty } = extraction;
  if (extraction.band === 'answered')
    return { text: extraction.text, band: 'answered', certainty, quoted: extraction.from, quoteStart: 0 };
  const notFound: DirectAnswer = {
    text: renderNotFound(question),
    band: 'not-found',
    certainty,
    quoted: [],
    quoteStart: 0,
  };
  if (extraction.band === 'not-found' || question.weakAnswers === 'not-found') return notFound;
  const [first] = extraction.nearest;
  const missing = extraction.missing
    .filter(({ text }) => isNameable(text))
    .toSorted((a, b) => b.weight - a.weight);
  const { text, quoteStart } = renderWeakAnswer(
    {
      quote: extraction.text,
      title: passages[first?.passage ?? 0]?.sectionTitle.split(HEADING_SEPARATOR).at(-1) ?? '',
      isLikely: certainty >= MIN_LIKELY,
      missing: missing.map((term) => term.text),
      rows: extraction.rows,
    },
    question.language,
  );
  // A short limit has no room for both the words of caution and the quotation.
  if (estimateTokens(text) > question.maxOutputTokens) return notFound;
  return {
    text,
    band: 'weak',
    certainty,
    quoted: extraction.nearest.map(({ passage }) => passage),
    quoteStart,
  };
}

/** A reply to small talk in the message's language. */
export function replyToSmallTalk(message: string, kind: SmallTalk, ofAsker?: Language): DirectAnswer {
  const text = REPLIES[kind][languageOfAnswer(message, ofAsker)];
  return { text, band: 'reply', certainty: 1, quoted: [], quoteStart: 0 };
}

/** The "not found" text. */
export function renderNotFound({
  maxOutputTokens,
  language,
}: Pick<QuotedQuestion, 'maxOutputTokens' | 'language'>): string {
  const words = NOT_FOUND_WORDS[language];
  return estimateTokens(words) <= maxOutputTokens ? words : NOT_FOUND_BRIEFLY[language];
}

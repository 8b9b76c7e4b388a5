import { estimateTokens } from '#common/estimate-tokens.ts';
import type { AnswerBand } from '#contract/headers.ts';
import type { SmallTalk } from '#gateway/engine/question/small-talk.ts';
import {
  languageOfAnswer,
  NOT_FOUND_BRIEFLY,
  NOT_FOUND_WORDS,
  REPLIES,
  renderWeakAnswer,
} from '#gateway/engine/quoting/answer-words.ts';
import type { ExtractedAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
import type { BotSettings } from '#gateway/modules/access/model.ts';

/** An answer that no model has written. */
export interface MadeAnswer {
  text: string;
  band: AnswerBand;
  /** 0..1; of what could not be wrong, 1. */
  certainty: number;
  /** Passages that it quotes, by index from 0; of a weak answer the nearest sections. */
  quoted: number[];
  /** UTF-16 units before the quotation. */
  quoteStart: number;
}

interface AskedForQuote {
  question: string;
  maxOutputTokens: number;
  weakAnswers: BotSettings['weakAnswers'];
}

/** What is said of the words that were extracted, or for want of them. */
export function quoteAnswer(
  asked: AskedForQuote,
  extracted: ExtractedAnswer,
  retrieved: readonly { sectionTitle: string }[],
): MadeAnswer {
  const { certainty } = extracted;
  if (extracted.band === 'answered')
    return { text: extracted.text, band: 'answered', certainty, quoted: extracted.from, quoteStart: 0 };
  const notFound: MadeAnswer = {
    text: renderNotFound(asked),
    band: 'not-found',
    certainty,
    quoted: [],
    quoteStart: 0,
  };
  if (extracted.band === 'not-found' || asked.weakAnswers === 'not-found') return notFound;
  const [first] = extracted.nearest;
  const missing = extracted.missing.toSorted((one, other) => other.weight - one.weight);
  const { text, quoteStart } = renderWeakAnswer(
    {
      quote: extracted.text,
      title: retrieved[first?.passage ?? 0]?.sectionTitle.split(HEADING_SEPARATOR).at(-1) ?? '',
      missing: missing.map((term) => term.text),
    },
    languageOfAnswer(asked.question),
  );
  // So short a limit has no room for both the words of caution and the quotation.
  if (estimateTokens(text) > asked.maxOutputTokens) return notFound;
  return {
    text,
    band: 'weak',
    certainty,
    quoted: extracted.nearest.map(({ passage }) => passage),
    quoteStart,
  };
}

/** A fitting reply in the message's language. */
export function replyToSmallTalk(message: string, kind: SmallTalk): MadeAnswer {
  const text = REPLIES[kind][languageOfAnswer(message)];
  return { text, band: 'reply', certainty: 1, quoted: [], quoteStart: 0 };
}

/** That nothing was found, in the question's language. */
export function renderNotFound({
  question,
  maxOutputTokens,
}: Pick<AskedForQuote, 'question' | 'maxOutputTokens'>): string {
  const language = languageOfAnswer(question);
  const words = NOT_FOUND_WORDS[language];
  return estimateTokens(words) <= maxOutputTokens ? words : NOT_FOUND_BRIEFLY[language];
}

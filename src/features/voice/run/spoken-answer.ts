import type { AnswerBand, AnswerKind, SentenceSupport } from '#contract/headers.ts';
import { detectLanguage, type VoiceSettings } from '#src/features/voice/settings/voice-settings.ts';

/** An answer with its kind, support and passages. */
export type VoiceAnswer = {
  answer: string;
  /** Who made the text; null until that is known, where nobody did, and with a foreign gateway. */
  kind: AnswerKind | null;
  /** True when a quotation stands in for the model, which failed. */
  isFallback: boolean;
  /** Null until the gateway says how sure the answer is; a foreign gateway never does. */
  band: AnswerBand | null;
  /** The likelihood that the text answers, 0..1. */
  certainty: number | null;
  /** The support of each complete sentence that a model wrote. */
  sentences: readonly SentenceSupport[];
};

/** What a caller hears of an answer. */
export type SpokenAnswer = {
  /** '': nothing to speak. */
  text: string;
  /** How many sentences are left out because the sources do not support them. */
  unsupported: number;
  /** Whether words that were never judged are left out: the end of an answer that broke off, or of a very long one. */
  hasUnjudged: boolean;
  /** Whether `text` only says that there is no confirmed answer, since nothing of the answer is supported. */
  isReplaced: boolean;
};

/** Spoken replacement for an unsupported answer, in the language of the speech. */
const NO_CONFIRMED_ANSWER = {
  ar: 'لم أجد في المصادر إجابة مؤكدة عن هذا السؤال.',
  en: 'I did not find a confirmed answer to this question in the sources.',
} as const;

const NOTHING: SpokenAnswer = { text: '', unsupported: 0, hasUnjudged: false, isReplaced: false };
/** A gateway's caution behind an answer that was sent before it was judged: a paragraph of its own, in brackets. */
const CLOSING_CAUTION = /^\n\n\([^\n]{1,200}\)$/u;
const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(toSpeakableText(text));

/**
 * What is spoken of an answer, as plain words. Of a text that a model wrote only what was judged and is not unsupported,
 * with the gateway's own words of caution where the answer is weak; all other answers whole.
 */
export function spokenAnswer(
  { answer, kind, band, sentences }: Omit<VoiceAnswer, 'certainty' | 'isFallback'>,
  { speakUnsupported, language, source }: Pick<VoiceSettings, 'speakUnsupported' | 'language' | 'source'>,
): SpokenAnswer {
  if (kind !== 'generated' || speakUnsupported) return { ...NOTHING, text: toSpeakableText(answer) };
  const judged = sentences.filter(
    ({ from, to }, index) => from < to && to <= answer.length && from >= (sentences[index - 1]?.to ?? 0),
  );
  const spoken = judged.filter(({ level }) => level !== 'unsupported');
  const opening = answer.slice(0, judged[0]?.from ?? 0);
  const closing = answer.slice(judged.at(-1)?.to ?? 0);
  const isCautionBehind = band === 'weak' && CLOSING_CAUTION.test(closing);
  const gaps = judged.slice(1).map(({ from }, index) => answer.slice(judged[index]?.to, from));
  const unsupported = judged.length - spoken.length;
  const hasUnjudged = [...gaps, isCautionBehind ? '' : closing].some(hasWords);
  const isBacked = spoken.some(({ level }) => level !== 'plain');
  if (!isBacked && (unsupported > 0 || hasUnjudged)) {
    const spokenLanguage = language || detectLanguage(toSpeakableText(answer), source);
    const text = NO_CONFIRMED_ANSWER[spokenLanguage.startsWith('ar') ? 'ar' : 'en'];
    return { text, unsupported, hasUnjudged, isReplaced: true };
  }
  const parts = judged.map((sentence, index) => {
    const gap = gaps[index - 1] ?? '';
    const words = spoken.includes(sentence) ? answer.slice(sentence.from, sentence.to) : '';
    return `${hasWords(gap) ? ' ' : gap}${words}`;
  });
  const text = [band === 'weak' ? opening : '', ...parts, isCautionBehind ? closing : ''].join('');
  return { text: toSpeakableText(text), unsupported, hasUnjudged, isReplaced: false };
}

const NUMBER = String.raw`\p{Nd}{1,3}`;
/** A citation in any digits, alone or several in one bracket, also as a link or a footnote. Longer numbers may be years. */
const CITATION = new RegExp(
  String.raw`\s{0,8}[\[【]\^?\s{0,4}${NUMBER}(?:\s{0,4}[,،;؛–-]\s{0,4}${NUMBER}){0,20}\s{0,4}(?:†[^\]】\n]{0,80})?[\]】](?:\([^)\s]{0,500}\))?`,
  'gu',
);

/** The words of a written text as they are spoken: no numbers of citations, no signs of markup. */
export function toSpeakableText(text: string): string {
  return (
    text
      .replaceAll(/[ \t]{2,}/gu, ' ')
      .replaceAll(CITATION, '')
      // Rules of a table or between sections, and fences of code.
      .replaceAll(/^[ \t]*(?:\|?[ \t]*:?-{3,}[-:| \t]*|`{3}.*)$/gmu, '')
      // A bullet without words behind it is what is left of a sentence that is not spoken.
      .replaceAll(/^[ \t]*(?:#{1,6}|[*+•◦▪‣·–—-]|>)(?:[ \t]+|$)/gmu, '')
      .replaceAll(/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gmu, '')
      .replaceAll(/[ \t]+\|[ \t]+/gu, ', ')
      .replaceAll(/\*\*|__|`+|~~/gu, '')
      .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,500})(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
      .replaceAll(/!?\[([^\]]+)\]\([^)\s]*\)/gu, '$1')
      .replaceAll(/\s*\n\s*/gu, '\n')
      .trim()
  );
}

import { createTokenEstimate, estimateTokens } from '#common/estimate-tokens.ts';
import type { AnswerBand, AnswerKind, RejectedAnswer } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { hedgeGenerated, hedgeSent, languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { type CheckedSentence, createSupportCheck } from '#gateway/engine/support/check-support.ts';
import { createCitationCleaner, withoutCitations } from '#gateway/engine/support/clean-citations.ts';
import { createSentenceCutter } from '#gateway/engine/support/cut-sentences.ts';
import { createLeakCheck } from '#gateway/engine/support/detect-prompt-leak.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { TokenUsage } from '#gateway/modules/models/ports/models.ts';
import {
  type Evidence,
  type PreparedQuestion,
  type SearchOutcome,
  splitIntoChunks,
} from './answer-question.ts';
import type { CostTracker } from './cost-tracker.ts';
import { judgeGenerated } from './judge-generated.ts';
import { renderNotFound } from './quote-answer.ts';
import type { ModelCallContext } from './rewrite-question.ts';
import { writePrompt } from './write-prompt.ts';

/** A sentence of an answer with its support; `from` and `to` (exclusive) count UTF-16 units of the answer. */
interface SupportedSentence extends CheckedSentence {
  from: number;
  to: number;
}

/** The maker of an answer. */
interface AnswererFacts {
  /** Null for an answer neither quoted nor written, such as "not found". */
  kind: AnswerKind | null;
  /** The model that wrote the answer or found none; null when no model was called or its call failed. */
  model: string | null;
  /** Why a quotation replaces the model's answer. */
  fallback: GatewayFault['code'] | RejectedAnswer | null;
  /** Quoted documents, by index from 0. */
  quoted: number[];
}

/**
 * A streamed part of an answer: first its maker, then pieces of text, each followed by the sentences that it completes.
 */
export type AnswerPart = { answerer: AnswererFacts } | { chunk: string } | { sentence: SupportedSentence };

/** The finished answer. */
export interface FinishedAnswer {
  answer: string;
  sentences: SupportedSentence[];
  /** Null when only passages were requested, like `judged`. */
  facts: AnswererFacts | null;
  judged: { band: AnswerBand; certainty: number } | null;
}

/**
 * Below this support no model is called. The threshold costs at most .006 of the questions whose quote holds the
 * answer, and saves a tenth to a quarter of the calls for questions that the sets cannot answer: see decision 081.
 */
const MIN_SUPPORT_FOR_MODEL = 0.03;
/** No tokenizer has longer tokens on average, so a model with longer output ignores `maxTokens`. */
const MAX_CHARACTERS_PER_TOKEN = 6;
/** Characters that a model may add to a refusal before its output is cut. */
const MAX_CHARACTERS_AFTER_REFUSAL = 200;

/**
 * Answers a question after its search: with the model if the question has a writer, else by quotation. Without
 * supporting passages the answer is "not found". The quotation replaces a model that fails before any visible output,
 * and a text that the passages do not support; a later failure fails the answer. `isWatched`: output is visible as it
 * is written.
 */
export async function* writeAnswer(
  ports: Pick<Ports, 'models' | 'log'>,
  question: PreparedQuestion,
  outcome: SearchOutcome,
  work: ModelCallContext & { isWatched: boolean },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const { writer } = question;
  const { evidence } = outcome;
  if (!writer || !evidence) return yield* sendDirect(question, outcome, work.costs, null);
  if (hasNoSupport(outcome.passages, evidence)) return yield* answerNotFound(question, work, null);
  return yield* generate(ports, writer, question, { ...outcome, evidence }, work);
}

/** Whether no passage supports an answer; passages found by meaning always count as support. */
function hasNoSupport(passages: SearchOutcome['passages'], { extraction, retrieval }: Evidence): boolean {
  if (passages.length === 0) return true;
  return retrieval.semantic === null && (extraction?.certainty ?? 0) < MIN_SUPPORT_FOR_MODEL;
}

/**
 * Sentences are held back until they are judged, and sentences before the first supported sentence until then: no
 * client sees the beginning of an answer that is replaced by a quotation. With weak answers off, the whole answer is
 * held back. A text that repeats the prompt is replaced, or ends before the sentence that does.
 */
async function* generate(
  ports: Pick<Ports, 'models' | 'log'>,
  writer: ModelServer,
  question: PreparedQuestion,
  outcome: SearchOutcome & { evidence: Evidence },
  work: ModelCallContext & { isWatched: boolean },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const { text: questionText, maxOutputTokens, temperature } = question;
  const passages = titlePassages(outcome);
  const titled = passages.map(({ text, titles }) => ({ text, title: titles.join(' › ') }));
  const { search, history } = outcome;
  const order = { question: questionText, standaloneQuestion: search, history, maxOutputTokens };
  const prompt = writePrompt(writer, order, titled);
  const cleaner = createCitationCleaner(prompt.shown);
  const cutter = createSentenceCutter();
  const shown = passages.slice(0, prompt.shown);
  const support = createSupportCheck(search ?? questionText, shown);
  const leaksPrompt = createLeakCheck({ ...prompt, passages: shown });
  const facts: AnswererFacts = { kind: 'generated', model: writer.model, fallback: null, quoted: [] };
  const estimate = createTokenEstimate();
  const sendsEarly = work.isWatched && question.weakAnswers === 'hedged';
  let text = '';
  const sentences: SupportedSentence[] = [];
  let sent = { characters: 0, sentences: 0 };
  let characters = 0;
  let use: TokenUsage | null = null;
  let isCut = false;
  let repeatsPrompt = false;

  const pause = async () => {
    await yieldToEventLoop();
    work.signal?.throwIfAborted();
  };
  /** `costs`: of a quotation whose model charged nothing. */
  async function* quoteInstead(reason: NonNullable<AnswererFacts['fallback']>, costs?: CostTracker) {
    ports.log.warn('answer-fallback-quoted', { fault: reason, model: writer.model });
    return yield* sendDirect(question, outcome, costs, reason);
  }
  async function* send(characters: number): AsyncGenerator<AnswerPart, void, void> {
    if (characters === sent.characters) return;
    if (sent.characters === 0) yield { answerer: facts };
    yield { chunk: text.slice(sent.characters, characters) };
    for (const sentence of sentences.slice(sent.sentences)) yield { sentence };
    sent = { characters, sentences: sentences.length };
  }
  async function* take(more: string, last = false): AsyncGenerator<AnswerPart, void, void> {
    text += more;
    for (const { text: sentence, start, end } of last ? cutter.finish() : cutter.push(more)) {
      repeatsPrompt ||= leaksPrompt(text, start, end);
      if (repeatsPrompt) break;
      sentences.push({ from: start, to: end, ...(await support.checkYielding(sentence, pause)) });
    }
    if (sendsEarly && sentences.some(isBacked)) yield* send(sentences.at(-1)?.to ?? 0);
  }

  try {
    const { messages, maxTokens } = prompt;
    for await (const part of ports.models.chat(writer, { messages, maxTokens, temperature }, work.signal)) {
      if ('end' in part) {
        use = part.end.use;
        isCut = part.end.reason === 'length';
        continue;
      }
      work.costs.set('answer', { tokens: prompt.tokens + estimate(part.text), estimated: true });
      const maxCharacters = maxTokens * MAX_CHARACTERS_PER_TOKEN;
      yield* take(cleaner.push(truncate(part.text, maxCharacters - characters)));
      characters += part.text.length;
      isCut = characters > (cleaner.refused ? MAX_CHARACTERS_AFTER_REFUSAL : maxCharacters);
      if (isCut || repeatsPrompt) break;
    }
    const rest = cleaner.finish();
    if (!cleaner.refused) {
      if (!/[\p{L}\p{N}]/u.test(withoutCitations(text + rest)))
        throw new GatewayFault('model-empty', { purpose: 'chat', model: writer.model });
      yield* take(isCut ? `${rest} …` : rest);
    }
  } catch (error) {
    const hasStarted = work.isWatched && sent.characters > 0;
    if (hasStarted || !(error instanceof GatewayFault) || work.signal?.aborted) throw error;
    return yield* quoteInstead(error.code, work.costs);
  }
  if (use) work.costs.set('answer', { tokens: use.input + use.output, estimated: false });
  if (cleaner.refused)
    return outcome.direct?.band === 'answered'
      ? yield* quoteInstead('answer-not-found')
      : yield* answerNotFound(question, undefined, writer.model);
  yield* take('', true);
  if (repeatsPrompt && sent.characters === 0) return yield* quoteInstead('answer-repeats-prompt');
  if (repeatsPrompt) text = `${text.slice(0, sent.characters)} …`;
  const judged = judgeGenerated(search ?? questionText, text, sentences, shown, outcome.evidence);
  const isRefused =
    judged.band === 'not-found' || (judged.band === 'weak' && question.weakAnswers === 'not-found');
  // Sent text has at least one supported sentence, so it cannot become "not found".
  if (isRefused && sent.characters === 0) return yield* quoteInstead('answer-unsupported');
  const caution = judged.band === 'weak' ? hedgeGenerated(languageOfAnswer(questionText)) : '';
  if (caution !== '' && sent.characters === 0) {
    const moved = `${caution}\n`.length;
    text = `${caution}\n${text}`;
    for (const sentence of sentences) {
      sentence.from += moved;
      sentence.to += moved;
    }
  } else if (caution !== '') text += `\n\n${hedgeSent(languageOfAnswer(questionText))}`;
  yield* send(text.length);
  return { answer: text, sentences, facts, judged };
}

/** Whether the passages support at least part of the sentence. */
const isBacked = ({ level }: CheckedSentence): boolean => level === 'supported' || level === 'partial';

/** The beginning of a text, at most `maxLength` UTF-16 units, without half a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

/** The passages with their titles, as shown to the model and used to check its sentences. */
function titlePassages({ passages, evidence }: SearchOutcome & { evidence: Evidence }) {
  return passages.map(({ text, sectionTitle, unitId }) => {
    const place = evidence.units.placeOf(unitId);
    const titles = [evidence.units.list[place]?.title ?? '', sectionTitle].filter((title) => title !== '');
    return { text, titles, language: evidence.units.languageAt(place) };
  });
}

/** Sends the answer made without a model; small talk is free of charge, and so is what `costs` are absent for. */
async function* sendDirect(
  question: PreparedQuestion,
  { direct }: SearchOutcome,
  costs: CostTracker | undefined,
  fallback: AnswererFacts['fallback'],
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  if (!direct) return { answer: '', sentences: [], facts: null, judged: null };
  const { band, certainty, quoted } = direct;
  const kind = quoted.length > 0 ? 'quoted' : null;
  return yield* sendInChunks(question, direct.text, {
    facts: { kind, model: null, fallback, quoted },
    judged: { band, certainty },
    costs: band === 'reply' ? undefined : costs,
  });
}

/** Answers "not found"; `work` only when no model was called, since the cost of a model is recorded already. */
async function* answerNotFound(
  question: PreparedQuestion,
  work: ModelCallContext | undefined,
  model: string | null,
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  return yield* sendInChunks(
    question,
    renderNotFound({ ...question, language: languageOfAnswer(question.text, question.language) }),
    {
      facts: { kind: null, model, fallback: null, quoted: [] },
      judged: { band: 'not-found', certainty: 0 },
      costs: work?.costs,
    },
  );
}

/** Sends a finished text in pieces; with `costs`, charges the tokens of question and text. */
async function* sendInChunks(
  { text }: PreparedQuestion,
  answer: string,
  {
    facts,
    judged,
    costs,
  }: Pick<FinishedAnswer, 'facts' | 'judged'> & {
    facts: AnswererFacts;
    costs: ModelCallContext['costs'] | undefined;
  },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const questionTokens = estimateTokens(text);
  const estimate = createTokenEstimate();
  costs?.set('answer', { tokens: questionTokens, estimated: true });
  yield { answerer: facts };
  for (const chunk of splitIntoChunks(answer)) {
    costs?.set('answer', { tokens: questionTokens + estimate(chunk), estimated: true });
    yield { chunk };
  }
  return { answer, sentences: [], facts, judged };
}

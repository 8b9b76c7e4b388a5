import { createTokenEstimate, estimateTokens } from '#common/estimate-tokens.ts';
import type { AnswerBand, AnswerKind } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { hedgeGenerated, hedgeSent, languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { type CheckedSentence, createSupportCheck } from '#gateway/engine/support/check-support.ts';
import { createCitationCleaner, withoutCitations } from '#gateway/engine/support/clean-citations.ts';
import { createSentenceCutter } from '#gateway/engine/support/cut-sentences.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { TokenUsage } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/ports.ts';
import {
  type Evidence,
  type FoundAnswer,
  type PreparedQuestion,
  splitIntoChunks,
} from './answer-question.ts';
import { judgeGenerated } from './judge-generated.ts';
import { renderNotFound } from './quote-answer.ts';
import type { ModelCallContext } from './rewrite-question.ts';
import { writePrompt } from './write-prompt.ts';

/** A sentence of an answer with what supports it; `from` and `to` (exclusive) count UTF-16 units of the answer. */
interface SupportedSentence extends CheckedSentence {
  from: number;
  to: number;
}

/** Who made an answer. */
interface AnswererFacts {
  /** Null: neither quoted nor written, since nothing was found or asked. */
  kind: AnswerKind | null;
  /** The model that wrote, or said that nothing is there; null where none was asked or it failed. */
  model: string | null;
  /** Why the model did not answer and a quotation stands in. */
  fallback: GatewayFault['code'] | null;
  /** Documents that are quoted, by index from 0. */
  quoted: number[];
}

/** An answer as it is made: first who makes it, then pieces of text and the sentences that they complete. */
export type AnswerPart = { answerer: AnswererFacts } | { chunk: string } | { sentence: SupportedSentence };

/** The whole of it. */
export interface FinishedAnswer {
  answer: string;
  sentences: SupportedSentence[];
  /** Null where only passages were wanted, and so is `judged`. */
  facts: AnswererFacts | null;
  judged: { band: AnswerBand; certainty: number } | null;
}

/**
 * Under this support no model is asked. It costs at most .006 of the questions whose quote holds the answer, and spares a
 * tenth to a quarter of those that the sets cannot answer: see decision 081.
 */
const MIN_SUPPORT_FOR_MODEL = 0.03;
/** No tokenizer has longer tokens on the average, so a model that writes more does not keep to what it was told. */
const MAX_CHARACTERS_PER_TOKEN = 6;
/** What a model may add to a refusal before it is cut. */
const MAX_CHARACTERS_AFTER_REFUSAL = 200;

/**
 * The answer to a question whose passages were found: written by the model where one is to write, else quoted. Nothing is
 * written where nothing was found. A model that fails before a word of it was seen has its answer quoted instead, and one
 * that fails later fails the answer; `isWatched`: the words are seen as they come.
 */
export async function* writeAnswer(
  ports: Pick<Ports, 'models' | 'log'>,
  asked: PreparedQuestion,
  found: FoundAnswer,
  work: ModelCallContext & { isWatched: boolean },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const { writer } = asked;
  const { evidence } = found;
  if (!writer || !evidence) return yield* sendMade(asked, found, work, null);
  if (hasNoSupport(found.retrieved, evidence)) return yield* answerNotFound(asked, work, null);
  return yield* generate(ports, writer, asked, { ...found, evidence }, work);
}

/** Nothing that was found speaks for an answer. What was found by its meaning need not share a word with the question. */
function hasNoSupport(retrieved: FoundAnswer['retrieved'], { extracted, retrieval }: Evidence): boolean {
  if (retrieved.length === 0) return true;
  return retrieval.semantic === null && (extracted?.certainty ?? 0) < MIN_SUPPORT_FOR_MODEL;
}

/**
 * Sentences are held back until they are judged, those before the first that the passages support until then: nobody is
 * sent the beginning of what ends as "not found". Where the bot gives no weak answers, all of it is held back.
 */
async function* generate(
  ports: Pick<Ports, 'models' | 'log'>,
  writer: ModelServer,
  asked: PreparedQuestion,
  found: FoundAnswer & { evidence: Evidence },
  work: ModelCallContext & { isWatched: boolean },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const { question, maxOutputTokens, temperature } = asked;
  const passages = readPassages(found);
  const titled = passages.map(({ text, titles }) => ({ text, title: titles.join(' › ') }));
  const order = { question, standaloneQuestion: found.search, history: found.history, maxOutputTokens };
  const prompt = writePrompt(writer, order, titled);
  const cleaner = createCitationCleaner(prompt.shown);
  const cutter = createSentenceCutter();
  const shown = passages.slice(0, prompt.shown);
  const support = createSupportCheck(found.search ?? question, shown);
  const facts: AnswererFacts = { kind: 'generated', model: writer.model, fallback: null, quoted: [] };
  const estimate = createTokenEstimate();
  const sendsEarly = work.isWatched && asked.weakAnswers === 'hedged';
  let text = '';
  const sentences: SupportedSentence[] = [];
  let sent = { characters: 0, sentences: 0 };
  let written = 0;
  let use: TokenUsage | null = null;
  let isCut = false;

  const pause = async () => {
    await yieldToEventLoop();
    work.signal?.throwIfAborted();
  };
  async function* send(characters: number): AsyncGenerator<AnswerPart, void, void> {
    if (characters === sent.characters) return;
    if (sent.characters === 0) yield { answerer: facts };
    yield { chunk: text.slice(sent.characters, characters) };
    for (const sentence of sentences.slice(sent.sentences)) yield { sentence };
    sent = { characters, sentences: sentences.length };
  }
  async function* take(more: string, last = false): AsyncGenerator<AnswerPart, void, void> {
    text += more;
    for (const { text: sentence, start, end } of last ? cutter.finish() : cutter.push(more))
      sentences.push({ from: start, to: end, ...(await support.checkYielding(sentence, pause)) });
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
      yield* take(cleaner.push(truncate(part.text, maxCharacters - written)));
      written += part.text.length;
      isCut = written > (cleaner.refused ? MAX_CHARACTERS_AFTER_REFUSAL : maxCharacters);
      if (isCut) break;
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
    ports.log.warn('answer-fallback-quoted', { fault: error.code, model: writer.model });
    return yield* sendMade(asked, found, work, error.code);
  }
  if (use) work.costs.set('answer', { tokens: use.input + use.output, estimated: false });
  if (cleaner.refused) return yield* answerNotFound(asked, undefined, writer.model);
  yield* take('', true);
  const judged = judgeGenerated(found.search ?? question, text, sentences, shown, found.evidence);
  const isRefused =
    judged.band === 'not-found' || (judged.band === 'weak' && asked.weakAnswers === 'not-found');
  // What was sent already has a sentence that the passages support.
  if (isRefused && sent.characters === 0)
    return yield* answerNotFound(asked, undefined, writer.model, judged.certainty);
  const caution = judged.band === 'weak' ? hedgeGenerated(languageOfAnswer(question)) : '';
  if (caution !== '' && sent.characters === 0) {
    const moved = `${caution}\n`.length;
    text = `${caution}\n${text}`;
    for (const sentence of sentences) {
      sentence.from += moved;
      sentence.to += moved;
    }
  } else if (caution !== '') text += `\n\n${hedgeSent(languageOfAnswer(question))}`;
  yield* send(text.length);
  return { answer: text, sentences, facts, judged };
}

/** Whether the passages have at least some of it. */
const isBacked = ({ level }: CheckedSentence): boolean => level === 'supported' || level === 'partial';

/** No more than so many UTF-16 units, no character in half. */
function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

/** The passages with their titles, as they are given to the model and as sentences are checked against them. */
function readPassages({ retrieved, evidence }: { retrieved: FoundAnswer['retrieved']; evidence: Evidence }) {
  return retrieved.map(({ text, sectionTitle, unitId }) => {
    const from = evidence.units.find(({ unit }) => unit.id === unitId);
    const titles = [from?.unit.title ?? '', sectionTitle].filter((title) => title !== '');
    return { text, titles, ...(from ? { language: from.segment.language } : {}) };
  });
}

/** Sends what can be said without a model; small talk costs nothing. */
async function* sendMade(
  asked: PreparedQuestion,
  { made }: FoundAnswer,
  { costs }: ModelCallContext,
  fallback: AnswererFacts['fallback'],
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  if (!made) return { answer: '', sentences: [], facts: null, judged: null };
  const { band, certainty, quoted } = made;
  const kind = quoted.length > 0 ? 'quoted' : null;
  return yield* sendInChunks(asked, made.text, {
    facts: { kind, model: null, fallback, quoted },
    judged: { band, certainty },
    costs: band === 'reply' ? undefined : costs,
  });
}

/** Answers that nothing was found; the cost of a model that said so is recorded already. */
async function* answerNotFound(
  asked: PreparedQuestion,
  work: ModelCallContext | undefined,
  model: string | null,
  certainty = 0,
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  return yield* sendInChunks(asked, renderNotFound(asked), {
    facts: { kind: null, model, fallback: null, quoted: [] },
    judged: { band: 'not-found', certainty },
    costs: work?.costs,
  });
}

/** Sends a known text in pieces; where `costs` is given, it costs the tokens of question and text. */
async function* sendInChunks(
  { question }: PreparedQuestion,
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
  const asked = estimateTokens(question);
  const estimate = createTokenEstimate();
  costs?.set('answer', { tokens: asked, estimated: true });
  yield { answerer: facts };
  for (const chunk of splitIntoChunks(answer)) {
    costs?.set('answer', { tokens: asked + estimate(chunk), estimated: true });
    yield { chunk };
  }
  return { answer, sentences: [], facts, judged };
}

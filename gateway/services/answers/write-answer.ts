import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { Ports, TokenUse } from '#gateway/ports.ts';
import { type CheckedSentence, openSupport } from '#gateway/search/support/check-support.ts';
import { createCleaner, withoutCitations } from '#gateway/search/support/clean-citations.ts';
import { createSentenceCutter } from '#gateway/search/support/cut-sentences.ts';
import { createTokenEstimate, estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import { cutAnswer, type FoundAnswer, type PreparedQuestion, wordNotFound } from './answer-question.ts';
import type { Work } from './understand-question.ts';
import { writePrompt } from './write-prompt.ts';

/** A sentence of an answer with what supports it; `from` and `to` (exclusive) count UTF-16 units of the answer. */
export interface SupportedSentence extends CheckedSentence {
  from: number;
  to: number;
}

/** Who made an answer, and what it is. */
export interface AnswererFacts {
  kind: 'quoted' | 'generated' | 'not-found';
  /** The model that wrote, or said that nothing is there; null where none was asked or it failed. */
  model: string | null;
  /** Why the model did not answer and a quotation stands in. */
  fallback: GatewayFault['code'] | null;
  /** Documents that are quoted, by index from 0. */
  quoted: number[];
}

/** An answer as it is made: first who makes it, then pieces of text and the sentences that they complete. */
export type AnswerPart = { answerer: AnswererFacts } | { chunk: string } | { sentence: SupportedSentence };

/** The whole of it. `facts` is null where only passages were wanted. */
export interface FinishedAnswer {
  answer: string;
  sentences: SupportedSentence[];
  facts: AnswererFacts | null;
}

/**
 * Under this support of the extractor's nothing is asked of a model. Of questions whose quotation holds the answer it
 * costs at most .004, of those that the sets cannot answer it spares a quarter to a half: see the curve in
 * `docs/benchmarks.md`.
 */
const LEAST_SUPPORT_TO_ASK = 0.05;
/** No tokenizer has longer tokens on the average, so a model that writes more does not keep to what it was told. */
const CHARACTERS_A_TOKEN = 6;
/** What a model may add to a refusal before it is cut. */
const AFTER_REFUSAL = 200;

/**
 * The answer to a question whose passages were found: written by the model where one is to write, else quoted. Nothing is
 * written where nothing was found. A model that fails before a word of it was seen has its answer quoted instead, and one
 * that fails later fails the answer; `isWatched`: the words are seen as they come.
 */
export async function* writeAnswer(
  ports: Pick<Ports, 'models' | 'log'>,
  asked: PreparedQuestion,
  found: FoundAnswer,
  work: Work & { isWatched: boolean },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const { writer } = asked;
  if (!writer) return yield* quote(asked, found, work, null);
  if (isHopeless(found)) return yield* refuse(asked, work, null);
  return yield* generate(ports, writer, asked, found, work);
}

/** Nothing that was found speaks for an answer. What was found by its meaning need not share a word with the question. */
function isHopeless({ retrieved, evidence: { extracted, retrieval } }: FoundAnswer): boolean {
  if (retrieved.length === 0) return true;
  return retrieval.meaning === null && (extracted?.support ?? 0) < LEAST_SUPPORT_TO_ASK;
}

/** A whole answer of which no sentence is supported, though some would have to be, is none. */
export function isUnsupported({ facts, sentences }: FinishedAnswer): boolean {
  const has = (...standings: CheckedSentence['standing'][]) =>
    sentences.some(({ standing }) => standings.includes(standing));
  return facts?.kind === 'generated' && has('unsupported') && !has('supported', 'weak');
}

/** What is answered instead. */
export function withoutSupport(asked: PreparedQuestion, { facts }: FinishedAnswer): FinishedAnswer {
  const model = facts?.model ?? null;
  return {
    answer: wordNotFound(asked),
    sentences: [],
    facts: { kind: 'not-found', model, fallback: null, quoted: [] },
  };
}

async function* generate(
  ports: Pick<Ports, 'models' | 'log'>,
  writer: ModelServer,
  asked: PreparedQuestion,
  found: FoundAnswer,
  work: Work & { isWatched: boolean },
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const { question, maxOutputTokens, temperature } = asked;
  const passages = readPassages(found);
  const titled = passages.map(({ text, titles }) => ({ text, title: titles.join(' › ') }));
  const order = { question, meaning: found.search, history: found.history, maxOutputTokens };
  const prompt = writePrompt(writer, order, titled);
  const cleaner = createCleaner(prompt.shown);
  const cutter = createSentenceCutter();
  const support = openSupport(found.search ?? question, passages.slice(0, prompt.shown));
  const facts: AnswererFacts = { kind: 'generated', model: writer.model, fallback: null, quoted: [] };
  const finished: FinishedAnswer = { answer: '', sentences: [], facts };
  const estimate = createTokenEstimate();
  let written = 0;
  let use: TokenUse | null = null;
  let isCut = false;

  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    work.signal?.throwIfAborted();
  };
  async function* show(text: string, last = false): AsyncGenerator<AnswerPart, void, void> {
    if (text !== '') {
      if (finished.answer === '') yield { answerer: facts };
      finished.answer += text;
      yield { chunk: text };
    }
    for (const { text: sentence, start, end } of last ? cutter.finish() : cutter.push(text)) {
      const checked = { from: start, to: end, ...(await support.checkInTurns(sentence, pause)) };
      finished.sentences.push(checked);
      yield { sentence: checked };
    }
  }

  try {
    const { messages, maxTokens } = prompt;
    for await (const part of ports.models.chat(writer, { messages, maxTokens, temperature }, work.signal)) {
      if ('end' in part) {
        use = part.end.use;
        isCut = part.end.reason === 'length';
        continue;
      }
      work.bill.set('answer', { tokens: prompt.tokens + estimate(part.text), estimated: true });
      const most = maxTokens * CHARACTERS_A_TOKEN;
      yield* show(cleaner.push(cutText(part.text, most - written)));
      written += part.text.length;
      isCut = written > (cleaner.refused ? AFTER_REFUSAL : most);
      if (isCut) break;
    }
    const rest = cleaner.finish();
    if (!cleaner.refused) {
      if (!/[\p{L}\p{N}]/u.test(withoutCitations(finished.answer + rest)))
        throw new GatewayFault('model-empty', { purpose: 'chat', model: writer.model });
      yield* show(isCut ? `${rest} …` : rest);
    }
  } catch (error) {
    const wasSeen = work.isWatched && finished.answer !== '';
    if (wasSeen || !(error instanceof GatewayFault) || work.signal?.aborted) throw error;
    ports.log.warn('answer-quoted-instead', { fault: error.code, model: writer.model });
    return yield* quote(asked, found, work, error.code);
  }
  if (use) work.bill.set('answer', { tokens: use.input + use.output, estimated: false });
  if (cleaner.refused) return yield* refuse(asked, undefined, writer.model);
  yield* show('', true);
  return finished;
}

/** No more than so many UTF-16 units, no character in half. */
function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The passages with their titles, as they are given to the model and as sentences are checked against them. */
function readPassages({ retrieved, evidence }: FoundAnswer) {
  return retrieved.map(({ text, sectionTitle, unitId }) => {
    const from = evidence.units.find(({ unit }) => unit.id === unitId);
    const titles = [from?.unit.title ?? '', sectionTitle].filter((title) => title !== '');
    return { text, titles, ...(from ? { language: from.segment.language } : {}) };
  });
}

async function* quote(
  asked: PreparedQuestion,
  { answer, evidence: { extracted } }: FoundAnswer,
  { bill }: Work,
  fallback: AnswererFacts['fallback'],
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  if (!extracted) return { answer: '', sentences: [], facts: null };
  const quoted = extracted.kind === 'quoted' ? extracted.from : [];
  return yield* send(asked, answer, { kind: extracted.kind, model: null, fallback, quoted }, bill);
}

/** Says that nothing was found; what a model was paid for saying so is on the bill already. */
async function* refuse(
  asked: PreparedQuestion,
  work: Work | undefined,
  model: string | null,
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const facts: AnswererFacts = { kind: 'not-found', model, fallback: null, quoted: [] };
  return yield* send(asked, wordNotFound(asked), facts, work?.bill);
}

/** Sends words that are known, in pieces; they cost what question and words have. */
async function* send(
  { question }: PreparedQuestion,
  answer: string,
  facts: AnswererFacts,
  bill: Work['bill'] | undefined,
): AsyncGenerator<AnswerPart, FinishedAnswer, void> {
  const asked = estimateTokens(question);
  const estimate = createTokenEstimate();
  bill?.set('answer', { tokens: asked, estimated: true });
  yield { answerer: facts };
  for (const chunk of cutAnswer(answer)) {
    bill?.set('answer', { tokens: asked + estimate(chunk), estimated: true });
    yield { chunk };
  }
  return { answer, sentences: [], facts };
}

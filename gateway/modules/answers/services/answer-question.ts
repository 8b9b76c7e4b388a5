import { estimateTokens } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { QuestionReading } from '#gateway/engine/question/question.ts';
import { blankCourtesies, detectSmallTalk, type SmallTalk } from '#gateway/engine/question/small-talk.ts';
import { type ExtractedAnswer, extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { termWeights } from '#gateway/engine/ranking/term-weights.ts';
import type { BotSettings } from '#gateway/modules/access/model.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import { maxQuestionEmbeddingTokens } from '#gateway/modules/embeddings/services/question-vectors.ts';
import type { RequestedUnit } from '#gateway/modules/embeddings/services/semantic-search.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { selectUnits, type UnitSelection } from '#gateway/modules/units/services/select-units.ts';
import type { Ports } from '#gateway/ports.ts';
import { type MadeAnswer, quoteAnswer, replyToSmallTalk } from './quote-answer.ts';
import {
  type OpenedUnits,
  openUnits,
  type Retrieval,
  type RetrievedPassage,
  retrieveReadable,
} from './retrieve.ts';
import { type ModelCallContext, maxTokensOfRewriting, rewriteQuestion } from './rewrite-question.ts';
import type { SearchTurn } from './search-queue.ts';
import type { SearchTools } from './search-tools.ts';
import { limitOutputTokens, maxPromptTokens } from './write-prompt.ts';

/** How the answer is made: quoted from the passages, written by a model, or the passages alone. */
type AnswererKind = 'extractive' | 'generated' | 'none';

interface Question {
  botId: number;
  keyId: string;
  question: string;
  names: readonly string[] | undefined;
  limit: number;
  maxDocuments: number;
  maxOutputTokens: number;
  updateContext: boolean;
  answerer: AnswererKind;
  /** 0..1, how freely a model writes. */
  temperature: number;
  /** The chat server that writes a `generated` answer; null for the others. */
  writer: ModelServer | null;
  weakAnswers: BotSettings['weakAnswers'];
}

/** A question whose indexes were found: what it can cost is known before anything is searched. */
export interface PreparedQuestion extends Question {
  selection: UnitSelection;
  /** What it says if it asks nothing of the knowledge. */
  smallTalk: SmallTalk | undefined;
  /** Tokens that its embedding can cost at most. */
  searchTokens: number;
  /** Tokens, the most it can cost; null: a quotation, whose cost `quotedTokens` says once it was chosen. */
  maxTokens: number | null;
}

/** What was found: the passages, what can be said without a model, what was read of the context, names left out. */
export interface FoundAnswer {
  /** Null where only passages were wanted. */
  made: MadeAnswer | null;
  retrieved: RetrievedPassage[];
  history: ContextItem[];
  /** What was searched in place of a question that only earlier ones explain. */
  search: string | null;
  skipped: string[];
  /** Null where nothing was searched. */
  evidence: Evidence | null;
}

/** What an answer rests on: for explanations. `extracted` is null where only passages were wanted. */
export interface Evidence {
  units: OpenedUnits['units'];
  retrieval: Retrieval;
  /** How the question was read, and `termWeights` of the units. */
  reading: QuestionReading;
  weights: ReadonlyMap<string, number>;
  extracted: ExtractedAnswer | null;
}

/** An exchange is remembered for a day. */
const CONTEXT_LIFETIME_MS = 24 * 60 * 60 * 1000;

export async function prepareQuestion(
  ports: Pick<Ports, 'log' | 'modelServers' | 'settings' | 'units'>,
  question: Question,
): Promise<PreparedQuestion> {
  const selection = await selectUnits(ports, question.botId, question.names);
  const smallTalk =
    question.answerer === 'none'
      ? undefined
      : detectSmallTalk(question.question, { hasHistory: question.updateContext });
  if (smallTalk || question.answerer === 'none')
    return { ...question, selection, smallTalk, searchTokens: 0, maxTokens: 0 };
  const searchTokens = await maxQuestionEmbeddingTokens(ports, question);
  const { writer } = question;
  const maxTokens = writer && maxTokensOfWriting(question, writer) + searchTokens;
  return { ...question, selection, smallTalk, searchTokens, maxTokens };
}

/** Tokens of a quoted answer that was found, its search included. */
export function quotedTokens(
  { question, searchTokens, maxOutputTokens }: PreparedQuestion,
  { made }: FoundAnswer,
): number {
  const answer = Math.min(maxOutputTokens, estimateTokens(made?.text ?? ''));
  return searchTokens + estimateTokens(question) + answer;
}

function maxTokensOfWriting(
  question: Pick<Question, 'question' | 'maxOutputTokens' | 'limit' | 'updateContext'>,
  writer: ModelServer,
): number {
  const { maxOutputTokens, limit, updateContext } = question;
  const quoted = estimateTokens(question.question) + maxOutputTokens;
  const prompt = maxPromptTokens(writer, {
    question: question.question,
    maxOutputTokens,
    passages: limit,
    hasHistory: updateContext,
  });
  return (
    Math.max(quoted, prompt + limitOutputTokens(writer, maxOutputTokens)) +
    (updateContext ? maxTokensOfRewriting(question.question) : 0)
  );
}

export type SearchPorts = Pick<Ports, 'clock' | 'contexts' | 'dataDamage' | 'index' | 'log' | 'models'>;

/**
 * A reply to small talk, for which nothing is searched; else the passages, and the words quoted from them, when it is the
 * question's turn. `work` where a model may be asked to rewrite a follow-up question.
 */
export async function findAnswer(
  ports: SearchPorts,
  tools: SearchTools,
  asked: PreparedQuestion,
  turn: SearchTurn,
  work?: ModelCallContext,
): Promise<FoundAnswer> {
  if (!asked.smallTalk) return searchAnswer(ports, tools, asked, turn, work);
  const history = asked.updateContext ? await readContext(ports, asked.botId, asked.keyId) : [];
  const made = replyToSmallTalk(asked.question, asked.smallTalk);
  return { made, retrieved: [], history, search: null, skipped: [], evidence: null };
}

/** The passages, and the words quoted from them. */
async function searchAnswer(
  ports: SearchPorts,
  { segments: cache, synonyms: synonymsOf, embeddings }: SearchTools,
  asked: PreparedQuestion,
  turn: SearchTurn,
  work?: ModelCallContext,
): Promise<FoundAnswer & { evidence: Evidence }> {
  const { limit, maxDocuments, botId, keyId, selection } = asked;
  const openedUnits = await openUnits(cache, selection.units);
  const refuseWithout = (left: OpenedUnits) => {
    for (const { id: unitId, generation } of left.damaged)
      ports.dataDamage.recordSegment({ botId, unitId, generation: generation ?? 0 });
    const names = [...selection.skipped, ...left.unreadable];
    const damaged = left.damaged.map(({ title }) => title);
    if (left.units.length > 0) return names;
    if (damaged.length > 0) throw new GatewayFault('indexes-damaged', { names: damaged });
    throw new GatewayFault('indexes-not-ready', { names }, { field: 'IndexNames' });
  };
  refuseWithout(openedUnits);
  const history = asked.updateContext ? await readContext(ports, botId, keyId) : [];
  const bare = blankCourtesies(asked.question);
  const search = await rewriteQuestion(ports, bare.trim(), history, { writer: asked.writer, work, turn });
  const question = search ?? bare;
  const synonyms = await synonymsOf.of(botId);
  const searchSemantically = async (units: readonly RequestedUnit[]) => {
    const semanticResult = await embeddings.search(
      { botId, question: question.trim(), units, turn },
      work?.signal,
    );
    // Asked a second time, it comes out of memory and costs nothing more.
    if (semanticResult.cost.tokens > 0) work?.costs.set('meaning', semanticResult.cost);
    return semanticResult;
  };
  const retrievalOptions = { limit, maxDocuments, synonyms, searchSemantically };
  const readable = await retrieveReadable(ports, cache, openedUnits, question, retrievalOptions);
  const skipped = refuseWithout(readable);
  const { units, retrieval } = readable;
  const retrieved = retrieval.passages;
  const segments = units.map(({ segment }) => segment);
  const reading = { synonyms, languages: segments.map(({ language }) => language) };
  const weights = termWeights(retrieval.ranking);
  const read = { units, retrieval, reading, weights };
  await turn.yieldIfLong();
  const extracted = asked.answerer === 'none' ? null : extract(question, asked.maxOutputTokens, read);
  const evidence = { ...read, extracted };
  const made = extracted && quoteAnswer(asked, extracted, retrieved);
  return { made, retrieved, history, search, skipped, evidence };
}

/** Adds the exchange to the context, if it is to join it. */
export async function saveExchange(
  ports: Pick<Ports, 'clock' | 'contexts'>,
  asked: PreparedQuestion,
  answer: string,
): Promise<void> {
  if (!asked.updateContext) return;
  const exchange: ContextItem[] = [
    { role: 'user', content: asked.question },
    { role: 'assistant', content: answer },
  ];
  await ports.contexts.append(asked.botId, asked.keyId, exchange, ports.clock.now());
}

/** The context as it stands now. */
export async function readContext(
  ports: Pick<Ports, 'clock' | 'contexts'>,
  botId: number,
  keyId: string,
): Promise<ContextItem[]> {
  return ports.contexts.read(botId, keyId, new Date(ports.clock.now().getTime() - CONTEXT_LIFETIME_MS));
}

/** An answer in pieces of a few words, white space kept, as they are sent. */
export function* splitIntoChunks(answer: string): Generator<string, void, void> {
  for (const [piece] of answer.matchAll(/(?:^\s+)?(?:\S+\s*){1,4}/g)) yield piece;
}

function extract(
  question: string,
  maxOutputTokens: number,
  { units, retrieval: { passages: retrieved, ranking }, reading, weights }: Omit<Evidence, 'extracted'>,
): ExtractedAnswer {
  const passages = retrieved.map(({ text, sectionTitle, lexicalScore: score, unitId }) => {
    const from = units.find(({ unit }) => unit.id === unitId);
    const facts = from ? { title: from.unit.title, language: from.segment.language } : {};
    return { text, sectionTitle, score, ...facts };
  });
  return extractAnswer(question, passages, {
    maxCharacters: maxCharactersFor(maxOutputTokens),
    weights,
    // However few passages are wanted: how far the best one stands out is told by those behind it.
    // By words alone: what is near in meaning is worth showing, and no words to be quoted for that.
    ranked: ranking.passages.map(({ lexicalScore, unitId }) => ({ relevance: lexicalScore, unit: unitId })),
    searched: units.reduce((sum, { segment }) => sum + segment.passageCount, 0),
    question: ranking.question,
    ...reading,
  });
}

/** Characters that no text of so many tokens exceeds, were it all Arabic. */
function maxCharactersFor(tokens: number): number {
  return Math.max(1, Math.floor(tokens * 1.5));
}

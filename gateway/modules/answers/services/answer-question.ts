import { estimateTokens } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import type { QuestionReading } from '#gateway/engine/question/question.ts';
import { blankCourtesies, detectSmallTalk, type SmallTalk } from '#gateway/engine/question/small-talk.ts';
import { type Language, languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { type ExtractedAnswer, extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { termWeights } from '#gateway/engine/ranking/term-weights.ts';
import type { BotSettings } from '#gateway/modules/access/model.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import { maxQuestionEmbeddingTokens } from '#gateway/modules/embeddings/services/question-vectors.ts';
import type {
  RequestedUnit,
  SemanticSearchResult,
} from '#gateway/modules/embeddings/services/semantic-search.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { selectUnits, type UnitSelection } from '#gateway/modules/units/services/select-units.ts';
import { answerPair } from './answer-pair.ts';
import { openWholeBot } from './open-whole-bot.ts';
import { type DirectAnswer, quoteAnswer, replyToSmallTalk } from './quote-answer.ts';
import { openUnits, type Retrieval, type RetrievedPassage, retrieve, retrieveReadable } from './retrieve.ts';
import { type ModelCallContext, maxTokensOfRewriting, rewriteQuestion } from './rewrite-question.ts';
import type { SearchTurn } from './search-queue.ts';
import type { SearchTools } from './search-tools.ts';
import type { OpenedUnits, SearchedUnits } from './searched-units.ts';
import { limitOutputTokens, maxPromptTokens } from './write-prompt.ts';

/** The kind of answer: quoted from the passages, written by a model, or passages alone. */
type AnswererKind = 'extractive' | 'generated' | 'none';

interface Question {
  botId: number;
  keyId: string;
  text: string;
  names: readonly string[] | undefined;
  limit: number;
  maxDocuments: number;
  maxOutputTokens: number;
  /** Preferred by the call, if it states any. */
  language: Language | undefined;
  updateContext: boolean;
  answerer: AnswererKind;
  /** 0..1, the freedom of a writing model. */
  temperature: number;
  /** The chat server of a `generated` answer; null for other kinds. */
  writer: ModelServer | null;
  weakAnswers: BotSettings['weakAnswers'];
}

/** A question with selected units and an upper bound of its cost, before any search. */
export interface PreparedQuestion extends Question {
  selection: UnitSelection;
  /** The kind of small talk, for which no unit is searched. */
  smallTalk: SmallTalk | undefined;
  /** Tokens, the highest possible cost of its embedding. */
  searchTokens: number;
  /** Tokens, the highest possible cost of the call; null for a quotation (see `quotedTokens`). */
  maxTokens: number | null;
}

/** The outcome of a search: passages, the answer without a model, the remembered conversation, and skipped units. */
export interface SearchOutcome {
  /** Null when only passages were requested. */
  direct: DirectAnswer | null;
  passages: RetrievedPassage[];
  history: ContextItem[];
  /** The text searched in place of a follow-up question. */
  search: string | null;
  skippedNames: string[];
  /** Null without a search. */
  evidence: Evidence | null;
}

/** The evidence of an answer, for judging and explanations. `extraction` is null when only passages were requested. */
export interface Evidence {
  units: SearchedUnits;
  retrieval: Retrieval;
  /** The analysed question, and `termWeights` of the units. */
  reading: QuestionReading;
  weights: ReadonlyMap<string, number>;
  extraction: ExtractedAnswer | null;
}

/** Longest answer to one of two questions: people do not read more than 400 characters in all. */
const wordPart = (whole: Wording): Wording => ({
  ...whole,
  maxOutputTokens: Math.floor(whole.maxOutputTokens / 2),
  maxCharacters: MAX_PART_CHARACTERS,
  isBrief: true,
});
const MAX_PART_CHARACTERS = 195;
/** Each of two questions is searched by words alone: its meaning would be charged once more. */
const NOT_BY_MEANING: SemanticSearchResult = {
  scores: null,
  status: null,
  cost: { tokens: 0, estimated: false },
};
/** How an answer is worded. */
interface Wording {
  maxOutputTokens: number;
  language: Language;
  /** See `extractAnswer`. */
  maxCharacters?: number;
  isBrief?: boolean;
}

/** How long an exchange is remembered. */
const CONTEXT_LIFETIME_MS = 24 * 60 * 60 * 1000;

export async function prepareQuestion(
  ports: Pick<Ports, 'log' | 'modelServers' | 'settings' | 'units'>,
  question: Question,
): Promise<PreparedQuestion> {
  const selection = await selectUnits(ports, question.botId, question.names);
  const smallTalk =
    question.answerer === 'none'
      ? undefined
      : detectSmallTalk(question.text, { hasHistory: question.updateContext });
  if (smallTalk || question.answerer === 'none')
    return { ...question, selection, smallTalk, searchTokens: 0, maxTokens: 0 };
  const searchTokens = await maxQuestionEmbeddingTokens(ports, question);
  const { writer } = question;
  const maxTokens = writer && maxTokensOfWriting(question, writer) + searchTokens;
  return { ...question, selection, smallTalk, searchTokens, maxTokens };
}

/** Tokens of a quoted answer, its search included. */
export function quotedTokens(
  { text, searchTokens, maxOutputTokens }: PreparedQuestion,
  { direct }: SearchOutcome,
): number {
  const answer = Math.min(maxOutputTokens, estimateTokens(direct?.text ?? ''));
  return searchTokens + estimateTokens(text) + answer;
}

function maxTokensOfWriting(
  { text, maxOutputTokens, limit, updateContext }: Question,
  writer: ModelServer,
): number {
  const quoted = estimateTokens(text) + maxOutputTokens;
  const prompt = maxPromptTokens(writer, {
    question: text,
    maxOutputTokens,
    passages: limit,
    hasHistory: updateContext,
  });
  return (
    Math.max(quoted, prompt + limitOutputTokens(writer, maxOutputTokens)) +
    (updateContext ? maxTokensOfRewriting(text) : 0)
  );
}

export type SearchPorts = Pick<
  Ports,
  'clock' | 'contexts' | 'dataDamage' | 'index' | 'log' | 'models' | 'units'
>;

/**
 * Replies to small talk without a search; else retrieves passages and quotes them at the question's turn. `work` is set
 * when a model may rewrite a follow-up question.
 */
export async function findAnswer(
  ports: SearchPorts,
  tools: Pick<SearchTools, 'segments' | 'synonyms' | 'embeddings'>,
  question: PreparedQuestion,
  turn: SearchTurn,
  work?: ModelCallContext,
): Promise<SearchOutcome> {
  const { botId, keyId, text, smallTalk, language } = question;
  if (!smallTalk) return searchAnswer(ports, tools, question, turn, work);
  const history = question.updateContext ? await readContext(ports, botId, keyId) : [];
  const direct = replyToSmallTalk(text, smallTalk, language);
  return { direct, passages: [], history, search: null, skippedNames: [], evidence: null };
}

/** Retrieves passages and quotes them. */
async function searchAnswer(
  ports: SearchPorts,
  {
    segments: cache,
    synonyms: synonymsOf,
    embeddings,
  }: Pick<SearchTools, 'segments' | 'synonyms' | 'embeddings'>,
  question: PreparedQuestion,
  turn: SearchTurn,
  work?: ModelCallContext,
): Promise<SearchOutcome & { evidence: Evidence }> {
  const { limit, maxDocuments, botId, keyId, selection } = question;
  const openedUnits = await (question.names ? openUnits : openWholeBot)(cache, selection.units);
  const refuseWithout = (opened: OpenedUnits) => {
    for (const { id: unitId, generation } of opened.damaged)
      ports.dataDamage.recordSegment({ botId, unitId, generation: generation ?? 0 });
    const names = [...selection.skipped, ...opened.unreadable];
    const damaged = opened.damaged.map(({ title }) => title);
    if (opened.units.list.length > 0) return names;
    if (damaged.length > 0) throw new GatewayFault('indexes-damaged', { names: damaged });
    throw new GatewayFault('indexes-not-ready', { names }, { field: 'IndexNames' });
  };
  refuseWithout(openedUnits);
  const history = question.updateContext ? await readContext(ports, botId, keyId) : [];
  const bare = blankCourtesies(question.text);
  const search = await rewriteQuestion(ports, bare.trim(), history, { writer: question.writer, work, turn });
  const searchText = search ?? bare;
  const synonyms = await synonymsOf.of(botId);
  const searchSemantically = async (units: () => RequestedUnit[]) => {
    const semanticResult = await embeddings.search(
      { botId, question: searchText.trim(), units, turn },
      work?.signal,
    );
    // A second search is served from the cache and costs nothing.
    if (semanticResult.cost.tokens > 0) work?.costs.set('meaning', semanticResult.cost);
    return semanticResult;
  };
  const retrievalOptions = { limit, maxDocuments, synonyms, searchSemantically };
  const readable = await retrieveReadable(ports, cache, openedUnits, searchText, retrievalOptions);
  const skippedNames = refuseWithout(readable);
  const { units } = readable;
  let { retrieval } = readable;
  const reading = { synonyms, languages: units.corpus.languages };
  const wording = {
    maxOutputTokens: question.maxOutputTokens,
    language: languageOfAnswer(
      question.text,
      question.language ?? detectLanguage(retrieval.passages[0]?.text ?? ''),
      retrieval.ranking.question.inArabizi,
    ),
  };
  await turn.yieldIfLong();
  const pair =
    question.answerer === 'none'
      ? undefined
      : await answerPair(
          searchText,
          retrieval.passages,
          { limit, maxDocuments, ...wording },
          async (part) => {
            await turn.yieldIfLong();
            const options = { ...retrievalOptions, searchSemantically: async () => NOT_BY_MEANING };
            const partRetrieval = await retrieve(ports, cache, units, part, options);
            const partBasis = {
              units,
              retrieval: partRetrieval,
              reading,
              weights: termWeights(partRetrieval.ranking),
            };
            return {
              extraction: extract(part, wordPart(wording), partBasis),
              passages: partRetrieval.passages,
            };
          },
        );
  if (pair) retrieval = { ...retrieval, passages: pair.passages };
  const basis = { units, retrieval, reading, weights: termWeights(retrieval.ranking) };
  const extraction =
    question.answerer === 'none' ? null : (pair?.extraction ?? extract(searchText, wording, basis));
  const { passages } = retrieval;
  const direct = extraction && quoteAnswer({ ...question, ...wording }, extraction, passages);
  return { direct, passages, history, search, skippedNames, evidence: { ...basis, extraction } };
}

/** Adds the exchange to the remembered conversation, if the call asks for it. */
export async function saveExchange(
  ports: Pick<Ports, 'clock' | 'contexts'>,
  question: PreparedQuestion,
  answer: string,
): Promise<void> {
  if (!question.updateContext) return;
  const exchange: ContextItem[] = [
    { role: 'user', content: question.text },
    { role: 'assistant', content: answer },
  ];
  await ports.contexts.append(question.botId, question.keyId, exchange, ports.clock.now());
}

/** The remembered conversation at this moment. */
export async function readContext(
  ports: Pick<Ports, 'clock' | 'contexts'>,
  botId: number,
  keyId: string,
): Promise<ContextItem[]> {
  return ports.contexts.read(botId, keyId, new Date(ports.clock.now().getTime() - CONTEXT_LIFETIME_MS));
}

/** The answer in pieces of up to four words, white space preserved, for streaming. */
export function* splitIntoChunks(answer: string): Generator<string, void, void> {
  for (const [piece] of answer.matchAll(/(?:^\s+)?(?:\S+\s*){1,4}/g)) yield piece;
}

function extract(
  question: string,
  { maxOutputTokens, language, ...part }: Wording,
  { units, retrieval: { passages: retrieved, ranking }, reading, weights }: Omit<Evidence, 'extraction'>,
): ExtractedAnswer {
  const passages = retrieved.map(({ text, sectionTitle, lexicalScore: score, unitId }) => {
    const place = units.placeOf(unitId);
    const { title = '' } = units.list[place] ?? {};
    return { text, sectionTitle, score, title, language: units.languageAt(place) };
  });
  return extractAnswer(question, passages, {
    ...part,
    maxCharacters: Math.min(
      part.maxCharacters ?? Number.POSITIVE_INFINITY,
      maxCharactersFor(maxOutputTokens),
    ),
    weights,
    language,
    // However few passages are wanted: how far the best one stands out is told by those behind it.
    // By words alone: what is near in meaning is worth showing, and no words to be quoted for that.
    ranked: ranking.passages.map(({ lexicalScore, unitId }) => ({ relevance: lexicalScore, unit: unitId })),
    searched: units.corpus.passageCount,
    question: ranking.question,
    ...reading,
  });
}

/** Characters that no text of so many tokens exceeds, were it all Arabic. */
function maxCharactersFor(tokens: number): number {
  return Math.max(1, Math.floor(tokens * 1.5));
}

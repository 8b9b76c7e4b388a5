import { GatewayFault } from '#gateway/errors.ts';
import type { ContextItem, ModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { extractAnswer, type ExtractedAnswer } from '#gateway/search/answer/extract-answer.ts';
import { NOT_FOUND_BRIEFLY, NOT_FOUND_WORDS } from '#gateway/search/answer/not-found-words.ts';
import type { Synonyms } from '#gateway/search/question/alternatives.ts';
import { weighQuestion } from '#gateway/search/ranking/weigh-question.ts';
import { estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';
import type { SoughtUnit } from '#gateway/services/embeddings/find-meaning.ts';
import { mostOfMeaning } from '#gateway/services/embeddings/question-cost.ts';
import { type Choice, chooseUnits } from '#gateway/services/units/choose-units.ts';
import { openUnits, type OpenedUnits, type Retrieval, type Retrieved, retrieveSound } from './retrieve.ts';
import type { SearchTools } from './search-tools.ts';
import { mostOfRewriting, understandQuestion, type Work } from './understand-question.ts';
import { fitOutput, mostOfPrompt } from './write-prompt.ts';

/** How the answer is made: quoted from the passages, written by a model, or the passages alone. */
export type AnswererKind = 'extractive' | 'generated' | 'none';

export interface Question {
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
}

/** A question whose indexes were found: what it can cost is known before anything is searched. */
export interface PreparedQuestion extends Question {
  choice: Choice;
  /** Tokens, the most it can cost. */
  most: number;
}

/** What was found: the words, the passages they come from, what was read of the context, names left out. */
export interface FoundAnswer {
  answer: string;
  retrieved: Retrieved[];
  history: ContextItem[];
  /** What was searched in place of a question that only earlier ones explain. */
  search: string | null;
  skipped: string[];
  evidence: Evidence;
}

/** What an answer rests on: for explanations. `extracted` is null where only passages were wanted. */
export interface Evidence {
  units: OpenedUnits['units'];
  retrieval: Retrieval;
  extracted: ExtractedAnswer | null;
}

/** An exchange is remembered for a day. */
const CONTEXT_MS = 24 * 60 * 60 * 1000;

export async function prepareQuestion(ports: Ports, question: Question): Promise<PreparedQuestion> {
  const choice = await chooseUnits(ports, question.botId, question.names);
  const meaning = question.answerer === 'none' ? 0 : await mostOfMeaning(ports, question);
  return { ...question, choice, most: mostOf(question) + meaning };
}

function mostOf({ answerer, question, maxOutputTokens, limit, updateContext, writer }: Question): number {
  if (answerer === 'none') return 0;
  const quoted = estimateTokens(question) + maxOutputTokens;
  if (!writer) return quoted;
  const prompt = mostOfPrompt(writer, {
    question,
    maxOutputTokens,
    passages: limit,
    hasHistory: updateContext,
  });
  return (
    Math.max(quoted, prompt + fitOutput(writer, maxOutputTokens)) +
    (updateContext ? mostOfRewriting(question) : 0)
  );
}

/** The passages, and the words quoted from them; `work` where a model may be asked to rewrite a follow-up question. */
export async function findAnswer(
  ports: Ports,
  { segments, synonyms: synonymsOf, embeddings }: SearchTools,
  asked: PreparedQuestion,
  work?: Work,
): Promise<FoundAnswer> {
  const { limit, maxDocuments, botId, keyId, choice } = asked;
  const opened = await openUnits(segments, choice.units);
  const refuseWithout = (left: OpenedUnits) => {
    const names = [...choice.skipped, ...left.unopened];
    if (left.units.length === 0)
      throw new GatewayFault('indexes-not-ready', { names }, { field: 'IndexNames' });
    return names;
  };
  refuseWithout(opened);
  const history = asked.updateContext ? await readContext(ports, botId, keyId) : [];
  const search = await understandQuestion(ports, asked.question, history, { writer: asked.writer, work });
  const question = search ?? asked.question;
  const synonyms = await synonymsOf.of(botId);
  const seek = async (units: readonly SoughtUnit[]) => {
    const sought = await embeddings.find({ botId, question, units }, work?.signal);
    // Asked a second time, it comes out of memory and costs nothing more.
    if (sought.cost.tokens > 0) work?.bill.set('meaning', sought.cost);
    return sought;
  };
  const wanted = { limit, maxDocuments, synonyms, seek };
  const sound = await retrieveSound(ports, segments, opened, question, wanted);
  const skipped = refuseWithout(sound);
  const { units, retrieval } = sound;
  const retrieved = retrieval.passages;
  const extracted = extract({ ...asked, question }, retrieval, units, synonyms);
  const evidence = { units, retrieval, extracted };
  return { answer: wordAnswer(asked, extracted), retrieved, history, search, skipped, evidence };
}

/** Adds the exchange to the context, if it is to join it. */
export async function rememberExchange(ports: Ports, asked: PreparedQuestion, answer: string): Promise<void> {
  if (!asked.updateContext) return;
  const exchange: ContextItem[] = [
    { role: 'user', content: asked.question },
    { role: 'assistant', content: answer },
  ];
  await ports.contexts.append(asked.botId, asked.keyId, exchange, ports.clock.now());
}

/** The context as it stands now. */
export async function readContext(ports: Ports, botId: number, keyId: string): Promise<ContextItem[]> {
  return ports.contexts.read(botId, keyId, new Date(ports.clock.now().getTime() - CONTEXT_MS));
}

/** An answer in pieces of a few words, white space kept, as they are sent. */
export function* cutAnswer(answer: string): Generator<string, void, void> {
  for (const [piece] of answer.matchAll(/\s*(?:\S+\s*){1,4}/g)) yield piece;
}

function extract(
  { answerer, question, maxOutputTokens }: PreparedQuestion,
  { passages: retrieved, ranking }: Retrieval,
  units: OpenedUnits['units'],
  synonyms: Synonyms,
): ExtractedAnswer | null {
  if (answerer === 'none') return null;
  const segments = units.map(({ segment }) => segment);
  const passages = retrieved.map(({ text, sectionTitle, byWords: score, unitId }) => {
    const from = units.find(({ unit }) => unit.id === unitId);
    const facts = from ? { title: from.unit.title, language: from.segment.language } : {};
    return { text, sectionTitle, score, ...facts };
  });
  const languages = segments.map(({ language }) => language);
  const weights = weighQuestion(question, segments, { synonyms });
  return extractAnswer(question, passages, {
    maxCharacters: fitCharacters(maxOutputTokens),
    weights,
    // However few passages are wanted: how far the best one stands out is told by those behind it.
    // By words alone: what is near in meaning is worth showing, and no words to be quoted for that.
    relevances: ranking.passages
      .map(({ byWords }) => byWords)
      .sort((one, other) => other - one)
      .slice(0, 10),
    synonyms,
    languages,
  });
}

function wordAnswer({ question, maxOutputTokens }: PreparedQuestion, found: ExtractedAnswer | null): string {
  if (found === null) return '';
  return found.kind === 'quoted' ? found.text : wordNotFound({ question, maxOutputTokens });
}

/** That nothing was found, in the question's language. */
export function wordNotFound({
  question,
  maxOutputTokens,
}: Pick<Question, 'question' | 'maxOutputTokens'>): string {
  const language = detectLanguage(question);
  const words = NOT_FOUND_WORDS[language];
  return estimateTokens(words) <= maxOutputTokens ? words : NOT_FOUND_BRIEFLY[language];
}

/** Characters that no text of so many tokens exceeds, were it all Arabic. */
function fitCharacters(tokens: number): number {
  return Math.max(1, Math.floor(tokens * 1.5));
}

import type { ContextItem } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { extractAnswer } from '#gateway/search/extract-answer.ts';
import { NOT_FOUND_WORDS } from '#gateway/search/not-found-words.ts';
import { estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';
import { type Choice, chooseUnits } from './choose-units.ts';
import { type Retrieved, retrieve, type Segments } from './retrieve.ts';

/** How the answer is made: quoted from the passages, or the passages alone. */
export type AnswererKind = 'extractive' | 'none';

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
}

/** A question whose indexes were found: what it can cost is known before anything is searched. */
export interface PreparedQuestion extends Question {
  choice: Choice;
  /** Tokens, the most it can cost. */
  most: number;
}

export interface AnsweredQuestion {
  answer: string;
  retrieved: Retrieved[];
  history: ContextItem[];
  /** Tokens that it cost. */
  tokens: number;
}

/** An exchange is remembered for a day. */
const CONTEXT_MS = 24 * 60 * 60 * 1000;

export async function prepareQuestion(ports: Ports, question: Question): Promise<PreparedQuestion> {
  const choice = await chooseUnits(ports, question.botId, question.names);
  const most =
    question.answerer === 'none' ? 0 : estimateTokens(question.question) + question.maxOutputTokens;
  return { ...question, choice, most };
}

/** The passages, and the words quoted from them. */
export async function findAnswer(
  ports: Ports,
  segments: Segments,
  asked: PreparedQuestion,
): Promise<{ answer: string; retrieved: Retrieved[]; history: ContextItem[] }> {
  const { question, limit, maxDocuments, botId, keyId } = asked;
  const retrieved = await retrieve(ports, segments, asked.choice.units, question, { limit, maxDocuments });
  const since = new Date(ports.clock.now().getTime() - CONTEXT_MS);
  const history = asked.updateContext ? await ports.contexts.read(botId, keyId, since) : [];
  return { answer: wordAnswer(asked, retrieved), retrieved, history };
}

/** What a (perhaps unfinished) answer costs, in tokens. */
export function priceAnswer(asked: PreparedQuestion, answer: string): number {
  return asked.answerer === 'none' ? 0 : estimateTokens(asked.question) + estimateTokens(answer);
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

function wordAnswer(asked: PreparedQuestion, retrieved: readonly Retrieved[]): string {
  if (asked.answerer === 'none') return '';
  const language = detectLanguage(asked.question);
  const maxCharacters = fitCharacters(asked.maxOutputTokens);
  const found = extractAnswer(asked.question, retrieved, { maxCharacters });
  return found.kind === 'quoted' ? found.text : NOT_FOUND_WORDS[language];
}

/** Characters that no text of so many tokens exceeds, were it all Arabic. */
function fitCharacters(tokens: number): number {
  return Math.max(1, Math.floor(tokens * 1.5));
}

import { estimateTokens } from '#common/estimate-tokens.ts';
import { breakControlWords } from '#gateway/engine/analysis/model-directed-text.ts';
import { languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { withoutCitations } from '#gateway/engine/support/clean-citations.ts';
import { NO_ANSWER } from '#gateway/engine/support/detect-refusal.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatMessage } from '#gateway/modules/models/ports/models.ts';
import { ANSWER_INSTRUCTIONS, PROMPT_LABELS } from './prompts.ts';

/** A passage as shown to the model. */
interface PromptPassage {
  text: string;
  /** Titles of unit and section; '' without any. */
  title: string;
}

/** A prompt, with the number of passages that fit and the tokens left for the answer. */
interface Prompt {
  messages: ChatMessage[];
  instructions: string;
  /** Delimits the passages. */
  marker: string;
  /** Estimated tokens of the prompt. */
  tokens: number;
  maxTokens: number;
  /** Passages that fit, counted from the first. */
  shown: number;
}

/** The parts of a prompt beside its passages. */
interface PromptInput {
  question: string;
  /** The rewritten follow-up question; null for a question that stands alone. */
  standaloneQuestion: string | null;
  history: readonly ContextItem[];
  maxOutputTokens: number;
}

/** Context size for servers without a configured size: the default of Ollama, which silently drops the excess. */
const DEFAULT_CONTEXT_TOKENS = 4096;
/** Tokens of earlier exchanges, and characters of each message. */
const MAX_HISTORY_TOKENS = 800;
const MAX_MESSAGE_CHARACTERS = 600;
/** A passage below this length says too little. */
const MIN_PASSAGE_TOKENS = 60;
/** Lower bound of an answer's tokens, even for a smaller requested limit. */
const MIN_OUTPUT_TOKENS = 64;
/** Tokens of a block beside its text, and the highest number of tokens of a passage with its titles. */
const BLOCK_OVERHEAD_TOKENS = 24;
const MAX_PASSAGE_TOKENS = 1_100;
const MARKER_BYTES = 6;

/** Tokens available to the answer: at most half of the context. */
export function limitOutputTokens({ contextTokens }: ModelServer, maxOutputTokens: number): number {
  return Math.min(maxOutputTokens, Math.floor((contextTokens ?? DEFAULT_CONTEXT_TOKENS) / 2));
}

/** The highest number of tokens of a prompt with this number of passages. */
export function maxPromptTokens(
  server: ModelServer,
  {
    question,
    maxOutputTokens,
    passages,
    hasHistory,
  }: { question: string; maxOutputTokens: number; passages: number; hasHistory: boolean },
): number {
  const words =
    estimateTokens(ANSWER_INSTRUCTIONS[languageOfAnswer(question)]) + estimateTokens(question) * 2 + 100;
  const all =
    words + (hasHistory ? MAX_HISTORY_TOKENS : 0) + passages * (MAX_PASSAGE_TOKENS + BLOCK_OVERHEAD_TOKENS);
  return Math.min(all, Math.max(promptBudget(server, maxOutputTokens), words + MAX_PASSAGE_TOKENS));
}

const promptBudget = (server: ModelServer, maxOutputTokens: number): number =>
  (server.contextTokens ?? DEFAULT_CONTEXT_TOKENS) - limitOutputTokens(server, maxOutputTokens);

/**
 * The prompt: instructions in the question's language, earlier exchanges, then the passages as data and the question. A
 * random marker that occurs in no passage delimits each passage, so that no passage can end its block early; brackets
 * of apparent citations are removed. The best passages come first, as many as fit; at least the beginning of the first
 * passage.
 */
export function writePrompt(
  server: ModelServer,
  { question, standaloneQuestion, history, maxOutputTokens }: PromptInput,
  passages: readonly PromptPassage[],
): Prompt {
  const language = languageOfAnswer(question);
  const marker = createDelimiter(passages);
  const labels = PROMPT_LABELS[language];
  const system = ANSWER_INSTRUCTIONS[language].replaceAll('{marker}', marker);
  const questionBlock = [
    `${labels.question} ${breakControlWords(question)}`,
    ...(standaloneQuestion === null ? [] : [`${labels.meaning} ${breakControlWords(standaloneQuestion)}`]),
  ].join('\n');
  const context = server.contextTokens ?? DEFAULT_CONTEXT_TOKENS;
  const output = limitOutputTokens(server, maxOutputTokens);
  const fixed = countTokens([system, questionBlock, labels.passages]);
  const exchanges = trimHistory(history);
  // A server would cut off the instructions first, so the history is dropped before, then room for the answer.
  const minBlockTokens = MIN_PASSAGE_TOKENS + BLOCK_OVERHEAD_TOKENS;
  const historyTokens = countTokens(exchanges.map(({ content }) => content));
  const fittingExchanges = context - output - fixed - historyTokens >= minBlockTokens ? exchanges : [];
  const maxTokens = Math.min(output, Math.max(MIN_OUTPUT_TOKENS, context - fixed - minBlockTokens));
  const passageBudget = context - maxTokens - fixed - (fittingExchanges.length > 0 ? historyTokens : 0);
  const blocks = fitBlocks(passages, marker, passageBudget);
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    ...fittingExchanges,
    { role: 'user', content: [labels.passages, ...blocks, questionBlock].join('\n\n') },
  ];
  return {
    messages,
    instructions: system,
    marker,
    tokens: countTokens(messages.map(({ content }) => content)),
    maxTokens,
    shown: blocks.length,
  };
}

const countTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);

/** A random marker that occurs in no passage. */
function createDelimiter(passages: readonly PromptPassage[]): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(MARKER_BYTES));
    const marker = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!passages.some(({ text, title }) => text.includes(marker) || title.includes(marker))) return marker;
  }
}

function fitBlocks(passages: readonly PromptPassage[], marker: string, budget: number): string[] {
  const blocks: string[] = [];
  let remaining = budget;
  for (const [index, { text, title }] of passages.entries()) {
    const whole = neutraliseMarkup(title === '' ? text : `${title}\n${text}`);
    const tokens = estimateTokens(whole) + BLOCK_OVERHEAD_TOKENS;
    const fits = tokens <= remaining;
    if (!fits && blocks.length > 0 && remaining < MIN_PASSAGE_TOKENS + BLOCK_OVERHEAD_TOKENS) break;
    // A token has at least 1.5 characters (`estimateTokens`).
    const words = fits
      ? whole
      : truncateAtWord(whole, Math.max(MIN_PASSAGE_TOKENS, remaining - BLOCK_OVERHEAD_TOKENS) * 1.5);
    blocks.push(`<<<${marker} ${index + 1}>>>\n${words}\n<<</${marker} ${index + 1}>>>`);
    remaining -= tokens;
    if (remaining <= 0) break;
  }
  return blocks;
}

/**
 * Removes text that a reader could mistake for the gateway's own: control words of chat templates, numbers in brackets,
 * and the word for "no answer".
 */
function neutraliseMarkup(text: string): string {
  return breakControlWords(text)
    .replace(/[[【]([\p{Nd}\s,،;–-]{1,24})[\]】]/gu, '($1)')
    .replaceAll(NO_ANSWER, NO_ANSWER.replace('_', ' '));
}

function truncateAtWord(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const cut = text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
  // Anchored at a blank, not at each letter: a long word is scanned once.
  const end = cut.search(/\s\S*$/u);
  return `${cut.slice(0, Math.max(0, end)).trimEnd() || cut} …`;
}

/**
 * The newest exchanges that fit, in their order; citations are removed, since their numbers refer to other passages.
 */
function trimHistory(history: readonly ContextItem[]): ChatMessage[] {
  const fitting: ChatMessage[] = [];
  let remaining = MAX_HISTORY_TOKENS;
  for (const { role, content } of history.toReversed()) {
    const words = truncateAtWord(breakControlWords(withoutCitations(content)), MAX_MESSAGE_CHARACTERS);
    remaining -= estimateTokens(words);
    if (remaining < 0) break;
    fitting.unshift({ role, content: words });
  }
  // Some servers accept only conversations that begin with the user.
  return fitting[0]?.role === 'assistant' ? fitting.slice(1) : fitting;
}

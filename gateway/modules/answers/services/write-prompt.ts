import { estimateTokens } from '#common/estimate-tokens.ts';
import { languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { withoutCitations } from '#gateway/engine/support/clean-citations.ts';
import { NO_ANSWER } from '#gateway/engine/support/detect-refusal.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatMessage } from '#gateway/modules/models/ports/models.ts';
import { ANSWER_INSTRUCTIONS, PROMPT_LABELS } from './prompts.ts';

/** A passage as a model is given it. */
interface PromptPassage {
  text: string;
  /** Of its unit and section; '' where there is none. */
  title: string;
}

/** What a model is asked, and what that leaves. */
interface Prompt {
  messages: ChatMessage[];
  /** As estimated. */
  tokens: number;
  maxTokens: number;
  /** How many of the passages had room, the first ones. */
  shown: number;
}

/** What is asked of a model, besides the passages. */
interface PromptInput {
  question: string;
  /** What it means, where earlier questions tell; null: what it says. */
  standaloneQuestion: string | null;
  history: readonly ContextItem[];
  maxOutputTokens: number;
}

/** Used where the operator sets no context size: the default of Ollama, which silently drops what exceeds it. */
const DEFAULT_CONTEXT_TOKENS = 4096;
/** Tokens that earlier exchanges may take, and characters of one message of them. */
const MAX_HISTORY_TOKENS = 800;
const MAX_MESSAGE_CHARACTERS = 600;
/** A passage that was cut to less says nothing. */
const MIN_PASSAGE_TOKENS = 60;
/** The least tokens that an answer may be given, however few are asked for. */
const MIN_OUTPUT_TOKENS = 64;
/** What a block takes beside its text, and the most that a passage with its titles has. */
const BLOCK_OVERHEAD_TOKENS = 24;
const MAX_PASSAGE_TOKENS = 1_100;
const MARKER_BYTES = 6;

/** Tokens that an answer may have: at most half of what the model takes together. */
export function limitOutputTokens({ contextTokens }: ModelServer, maxOutputTokens: number): number {
  return Math.min(maxOutputTokens, Math.floor((contextTokens ?? DEFAULT_CONTEXT_TOKENS) / 2));
}

/** The most tokens that a prompt with this number of passages has. */
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
 * Instructions in the question's language, what was said before, then the passages as data and the question. Each
 * passage stands between lines with a marker that nobody can guess and none of them has, so that none can end its block;
 * what looks like a citation in it loses its brackets. As many passages as fit, the best first; at least the beginning
 * of one.
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
  const asked = [
    `${labels.question} ${question}`,
    ...(standaloneQuestion === null ? [] : [`${labels.meaning} ${standaloneQuestion}`]),
  ].join('\n');
  const context = server.contextTokens ?? DEFAULT_CONTEXT_TOKENS;
  const output = limitOutputTokens(server, maxOutputTokens);
  const fixed = countTokens([system, asked, labels.passages]);
  const said = trimHistory(history);
  // A server would cut off the instructions first, so the history is dropped before that, then room for the answer.
  const least = MIN_PASSAGE_TOKENS + BLOCK_OVERHEAD_TOKENS;
  const before = countTokens(said.map(({ content }) => content));
  const earlier = context - output - fixed - before >= least ? said : [];
  const maxTokens = Math.min(output, Math.max(MIN_OUTPUT_TOKENS, context - fixed - least));
  const passageBudget = context - maxTokens - fixed - (earlier.length > 0 ? before : 0);
  const blocks = fitBlocks(passages, marker, passageBudget);
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    ...earlier,
    { role: 'user', content: [labels.passages, ...blocks, asked].join('\n\n') },
  ];
  return {
    messages,
    tokens: countTokens(messages.map(({ content }) => content)),
    maxTokens,
    shown: blocks.length,
  };
}

const countTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);

/** Random, and in none of the texts. */
function createDelimiter(passages: readonly PromptPassage[]): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(MARKER_BYTES));
    const marker = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!passages.some(({ text, title }) => text.includes(marker) || title.includes(marker))) return marker;
  }
}

function fitBlocks(passages: readonly PromptPassage[], marker: string, budget: number): string[] {
  const blocks: string[] = [];
  let left = budget;
  for (const [index, { text, title }] of passages.entries()) {
    const whole = neutraliseMarkup(title === '' ? text : `${title}\n${text}`);
    const tokens = estimateTokens(whole) + BLOCK_OVERHEAD_TOKENS;
    const fits = tokens <= left;
    if (!fits && blocks.length > 0 && left < MIN_PASSAGE_TOKENS + BLOCK_OVERHEAD_TOKENS) break;
    // A token has at least one and a half of our characters.
    const words = fits
      ? whole
      : truncateAtWord(whole, Math.max(MIN_PASSAGE_TOKENS, left - BLOCK_OVERHEAD_TOKENS) * 1.5);
    blocks.push(`<<<${marker} ${index + 1}>>>\n${words}\n<<</${marker} ${index + 1}>>>`);
    left -= tokens;
    if (left <= 0) break;
  }
  return blocks;
}

/** What a passage could pass off as ours: numbers in brackets, and the word for "no answer". */
function neutraliseMarkup(text: string): string {
  return text
    .replace(/[[【]([\p{Nd}\s,،;–-]{1,24})[\]】]/gu, '($1)')
    .replaceAll(NO_ANSWER, NO_ANSWER.replace('_', ' '));
}

function truncateAtWord(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const cut = text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
  // From a blank on, not from each letter: a long word is read once.
  const end = cut.search(/\s\S*$/u);
  return `${cut.slice(0, Math.max(0, end)).trimEnd() || cut} …`;
}

/** The newest exchanges that fit, in their order, without their citations: the numbers were those of other passages. */
function trimHistory(history: readonly ContextItem[]): ChatMessage[] {
  const fitting: ChatMessage[] = [];
  let left = MAX_HISTORY_TOKENS;
  for (const { role, content } of history.toReversed()) {
    const words = truncateAtWord(withoutCitations(content), MAX_MESSAGE_CHARACTERS);
    left -= estimateTokens(words);
    if (left < 0) break;
    fitting.unshift({ role, content: words });
  }
  // Some servers take nothing but turns that begin with the user's.
  return fitting[0]?.role === 'assistant' ? fitting.slice(1) : fitting;
}

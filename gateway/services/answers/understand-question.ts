import { GatewayFault } from '#gateway/errors.ts';
import type { ContextItem, ModelServer } from '#gateway/model.ts';
import type { ChatMessage, Ports, TokenUse } from '#gateway/ports.ts';
import { analyseQuestion } from '#gateway/search/question/question.ts';
import { carryOver, leansOnEarlier } from '#gateway/search/question/follow-up.ts';
import { withoutCitations } from '#gateway/search/support/clean-citations.ts';
import { estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';
import type { Bill } from './bill.ts';
import { REWRITING } from './prompt-words.ts';

/** Who waits for it and who pays. */
export interface Work {
  bill: Bill;
  signal?: AbortSignal | undefined;
}

/** Exchanges that a follow-up question is read with, and characters of one message of them. */
const ITEMS = 6;
const ITEM_CHARACTERS = 400;
const MOST_WORDS = 120;
/** A person waits for it: later the rule must do. */
const MOST_MS = 8_000;
const LONGEST = 500;

/** Tokens, the most that rewriting a question can cost. */
export function mostOfRewriting(question: string): number {
  const words = REWRITING[detectLanguage(question)];
  return (
    estimateTokens(words) + Math.ceil((ITEMS * ITEM_CHARACTERS) / 1.5) + estimateTokens(question) + MOST_WORDS
  );
}

/**
 * What to search for in place of a question that only earlier ones explain; null where it stands by itself. Written by
 * the model where there is one, else, or when that fails or takes too long, put together by rule.
 */
export async function understandQuestion(
  ports: Pick<Ports, 'models' | 'log'>,
  question: string,
  history: readonly ContextItem[],
  { writer, work }: { writer: ModelServer | null; work?: Work | undefined },
): Promise<string | null> {
  if (history.length === 0 || !leansOnEarlier(question)) return null;
  const rewritten = writer && work ? await rewrite(ports, writer, question, history, work) : null;
  if (rewritten !== null) return rewritten === question ? null : rewritten;
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const carried = carryOver(question, earlier.toReversed());
  return carried === question ? null : carried;
}

async function rewrite(
  ports: Pick<Ports, 'models' | 'log'>,
  writer: ModelServer,
  question: string,
  history: readonly ContextItem[],
  { bill, signal }: Work,
): Promise<string | null> {
  const messages = writeMessages(question, history);
  const asked = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const late = AbortSignal.timeout(MOST_MS);
  let text = '';
  let use: TokenUse | null = null;
  try {
    const order = { messages, maxTokens: MOST_WORDS, temperature: 0 };
    const parts = ports.models.chat(writer, order, signal ? AbortSignal.any([signal, late]) : late);
    for await (const part of parts) {
      if ('end' in part) use = part.end.use;
      else text += part.text;
      if (text.length > LONGEST * 2) break;
    }
  } catch (error) {
    if (signal?.aborted || !(error instanceof GatewayFault || late.aborted)) throw error;
    ports.log.warn('question-not-rewritten', { fault: error instanceof GatewayFault ? error.code : 'late' });
    return null;
  } finally {
    const tokens = use ? use.input + use.output : text === '' ? 0 : asked + estimateTokens(text);
    bill.set('rewriting', { tokens, estimated: use === null });
  }
  const rewritten = readRewritten(text);
  return rewritten !== null && isAbout(rewritten, [question, ...history.map(({ content }) => content)])
    ? rewritten
    : null;
}

function writeMessages(question: string, history: readonly ContextItem[]): ChatMessage[] {
  const words = REWRITING[detectLanguage(question)];
  const lines = history
    .slice(-ITEMS)
    .map(
      ({ role, content }) =>
        `${role}: ${withoutCitations(content).slice(0, ITEM_CHARACTERS).replace(/\s+/g, ' ')}`,
    );
  return [
    { role: 'system', content: words },
    { role: 'user', content: [...lines, `user: ${question}`].join('\n') },
  ];
}

/** One line, without what models like to put around it; null where it is no question of a length to search for. */
function readRewritten(text: string): string | null {
  // A row of quotes without end would be looked through from each of them.
  const [line = ''] = text
    .trim()
    .slice(0, LONGEST * 2)
    .split('\n')
    .filter((one) => one.trim() !== '');
  const bare = line
    .replace(/^(?:user|question|السؤال)\s*[:：]\s*/iu, '')
    .replace(/^["'«“”]+|["'»“”]+$/gu, '')
    .trim();
  return bare === '' || bare.length > LONGEST || !/\p{L}/u.test(bare) ? null : bare;
}

/** It has a word of what was said: else it is no question of this conversation. */
function isAbout(rewritten: string, said: readonly string[]): boolean {
  const known = new Set(said.flatMap((text) => analyseQuestion(text).stems));
  return analyseQuestion(rewritten).stems.some((stem) => known.has(stem));
}

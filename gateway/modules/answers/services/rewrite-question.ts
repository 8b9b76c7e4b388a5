import { estimateTokens } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { isFollowUp, resolveFollowUp } from '#gateway/engine/question/follow-up.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { withoutCitations } from '#gateway/engine/support/clean-citations.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatMessage, TokenUsage } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/ports.ts';
import type { CostTracker } from './cost-tracker.ts';
import { REWRITE_INSTRUCTIONS } from './prompts.ts';
import type { SearchTurn } from './search-queue.ts';

/** Cost tracking and cancellation of a call to a model. */
export interface ModelCallContext {
  costs: CostTracker;
  signal?: AbortSignal | undefined;
}

/** Exchanges that a follow-up question is read with, and characters of one message of them. */
const MAX_HISTORY_ITEMS = 6;
const MAX_ITEM_CHARACTERS = 400;
const MAX_REWRITE_TOKENS = 120;
/** A person waits for the rewriting: after this time the rule is used. */
const REWRITE_TIMEOUT_MS = 8_000;
const MAX_REWRITTEN_LENGTH = 500;

/** Tokens, the most that rewriting a question can cost. */
export function maxTokensOfRewriting(question: string): number {
  const words = REWRITE_INSTRUCTIONS[languageOfAnswer(question)];
  return (
    estimateTokens(words) +
    Math.ceil((MAX_HISTORY_ITEMS * MAX_ITEM_CHARACTERS) / 1.5) +
    estimateTokens(question) +
    MAX_REWRITE_TOKENS
  );
}

/**
 * What to search for in place of a question that only earlier ones explain; null where it stands by itself. Written by
 * the model where there is one, else, or when that fails or takes too long, put together by rule.
 */
export async function rewriteQuestion(
  ports: Pick<Ports, 'models' | 'log'>,
  question: string,
  history: readonly ContextItem[],
  {
    writer,
    work,
    turn,
  }: { writer: ModelServer | null; work?: ModelCallContext | undefined; turn: SearchTurn },
): Promise<string | null> {
  if (history.length === 0 || !isFollowUp(question)) return null;
  const rewritten =
    writer && work ? await turn.pause(() => rewriteWithModel(ports, writer, question, history, work)) : null;
  if (rewritten !== null) return rewritten === question ? null : rewritten;
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const carried = resolveFollowUp(question, earlier.toReversed());
  return carried === question ? null : carried;
}

async function rewriteWithModel(
  ports: Pick<Ports, 'models' | 'log'>,
  writer: ModelServer,
  question: string,
  history: readonly ContextItem[],
  { costs, signal }: ModelCallContext,
): Promise<string | null> {
  const messages = writeMessages(question, history);
  const asked = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const late = AbortSignal.timeout(REWRITE_TIMEOUT_MS);
  let text = '';
  let use: TokenUsage | null = null;
  try {
    const order = { messages, maxTokens: MAX_REWRITE_TOKENS, temperature: 0 };
    const parts = ports.models.chat(writer, order, signal ? AbortSignal.any([signal, late]) : late);
    for await (const part of parts) {
      if ('end' in part) use = part.end.use;
      else text += part.text;
      if (text.length > MAX_REWRITTEN_LENGTH * 2) break;
    }
  } catch (error) {
    if (signal?.aborted || !(error instanceof GatewayFault || late.aborted)) throw error;
    ports.log.warn('query-rewrite-failed', { fault: error instanceof GatewayFault ? error.code : 'late' });
    return null;
  } finally {
    const tokens = use ? use.input + use.output : text === '' ? 0 : asked + estimateTokens(text);
    costs.set('rewriting', { tokens, estimated: use === null });
  }
  const rewritten = parseRewritten(text);
  return rewritten !== null && sharesTerms(rewritten, [question, ...history.map(({ content }) => content)])
    ? rewritten
    : null;
}

function writeMessages(question: string, history: readonly ContextItem[]): ChatMessage[] {
  const words = REWRITE_INSTRUCTIONS[languageOfAnswer(question)];
  const lines = history
    .slice(-MAX_HISTORY_ITEMS)
    .map(
      ({ role, content }) =>
        `${role}: ${withoutCitations(content).slice(0, MAX_ITEM_CHARACTERS).replace(/\s+/g, ' ')}`,
    );
  return [
    { role: 'system', content: words },
    { role: 'user', content: [...lines, `user: ${question}`].join('\n') },
  ];
}

/** One line, without what models like to put around it; null where it is no question of a length to search for. */
function parseRewritten(text: string): string | null {
  // A row of quotes without end would be looked through from each of them.
  const [line = ''] = text
    .trim()
    .slice(0, MAX_REWRITTEN_LENGTH * 2)
    .split('\n')
    .filter((one) => one.trim() !== '');
  const bare = line
    .replace(/^(?:user|question|السؤال)\s*[:：]\s*/iu, '')
    .replace(/^["'«“”]+|["'»“”]+$/gu, '')
    .trim();
  return bare === '' || bare.length > MAX_REWRITTEN_LENGTH || !/\p{L}/u.test(bare) ? null : bare;
}

/** It has a word of what was said: else it is no question of this conversation. */
function sharesTerms(rewritten: string, said: readonly string[]): boolean {
  const known = new Set(said.flatMap((text) => analyseQuestion(text).stems));
  return analyseQuestion(rewritten).stems.some((stem) => known.has(stem));
}

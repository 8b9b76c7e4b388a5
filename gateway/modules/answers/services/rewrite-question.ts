import { estimateTokens } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { breakControlWords } from '#gateway/engine/analysis/model-directed-text.ts';
import { isFollowUp, resolveFollowUp } from '#gateway/engine/question/follow-up.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';
import { withoutCitations } from '#gateway/engine/support/clean-citations.ts';
import type { ContextItem } from '#gateway/modules/answers/model.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatMessage, TokenUsage } from '#gateway/modules/models/ports/models.ts';
import type { CostTracker } from './cost-tracker.ts';
import { REWRITE_INSTRUCTIONS } from './prompts.ts';
import type { SearchTurn } from './search-queue.ts';

/** Cost tracking and cancellation of a call to a model. */
export interface ModelCallContext {
  costs: CostTracker;
  signal?: AbortSignal | undefined;
}

/** Messages of the conversation given to the model, and characters of each message. */
const MAX_HISTORY_ITEMS = 6;
const MAX_ITEM_CHARACTERS = 400;
const MAX_REWRITE_TOKENS = 120;
/** A person waits for the rewriting: after this time the rule is used. */
const REWRITE_TIMEOUT_MS = 8_000;
const MAX_REWRITTEN_LENGTH = 500;

/** Tokens, the highest possible cost of rewriting a question. */
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
 * The search text for a follow-up question; null for a question that stands alone. A model writes the text; without a
 * model, after its failure or timeout, a rule combines the question with earlier questions.
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
  const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
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
    const tokens = use ? use.input + use.output : text === '' ? 0 : promptTokens + estimateTokens(text);
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
    { role: 'user', content: breakControlWords([...lines, `user: ${question}`].join('\n')) },
  ];
}

/** The first line, stripped of labels and quotation marks; null unless it has letters and an acceptable length. */
function parseRewritten(text: string): string | null {
  // Cut before matching: a long row of quotation marks would take quadratic time.
  const [line = ''] = text
    .trim()
    .slice(0, MAX_REWRITTEN_LENGTH * 2)
    .split('\n')
    .filter((candidate) => candidate.trim() !== '');
  const bare = line
    .replace(/^(?:user|question|السؤال)\s*[:：]\s*/iu, '')
    .replace(/^["'«“”]+|["'»“”]+$/gu, '')
    .trim();
  return bare === '' || bare.length > MAX_REWRITTEN_LENGTH || !/\p{L}/u.test(bare) ? null : bare;
}

/** Whether the rewritten question shares a word with the conversation; otherwise the model made it up. */
function sharesTerms(rewritten: string, messages: readonly string[]): boolean {
  const stems = new Set(messages.flatMap((text) => analyseQuestion(text).stems));
  return analyseQuestion(rewritten).stems.some((stem) => stems.has(stem));
}

import type { ExplainedPassage } from '#contract/explanations.ts';
import { HEADERS } from '#contract/headers.ts';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { explainAnswer } from '#contract/operations/answers.ts';
import type { GatewayClient } from './gateway-client.ts';

const MAX_PASSAGES = 5;

/** The passages of all ready units nearest to the words, best first: without an answer, and without charge. */
export async function searchPassages(
  gateway: GatewayClient,
  words: string,
  signal?: AbortSignal,
): Promise<readonly ExplainedPassage[]> {
  if (words.length > QUESTION_LIMIT) return [];
  const explanation = await gateway.read(explainAnswer, {
    body: { Question: words, Limit: MAX_PASSAGES },
    headers: { [HEADERS.answerer]: 'none' },
    ...(signal === undefined ? {} : { signal }),
  });
  return explanation?.passages ?? [];
}

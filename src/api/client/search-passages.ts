import type { ExplainedPassage } from '#contract/explanations.ts';
import { HEADERS } from '#contract/headers.ts';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { explainAnswer } from '#contract/operations/answers.ts';
import type { GatewayClient } from './gateway-client.ts';

const MAX_PASSAGES = 5;
/** Share of the best score below which a passage only shares a word with the query. */
const MIN_SHARE = 0.5;

/**
 * The passages of all ready units nearest to the words, best first, each text once: without an answer, and without
 * charge.
 */
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
  const passages = explanation?.passages ?? [];
  const best = passages[0]?.document.score ?? 0;
  const texts = passages.map(({ document }) => document.text);
  return passages.filter(
    ({ document }, index) => document.score >= best * MIN_SHARE && texts.indexOf(document.text) === index,
  );
}

import type { ModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { estimateTokens } from '#gateway/text/analysis/estimate-tokens.ts';
import { describeShortage } from '#gateway/services/usage/shortage.ts';

/** What vectors that nobody waits for are entered as in the ledger: the gateway itself works, no key does. */
const ENTERED = { ledger: 'text', keyId: 'gateway', action: 'embedPassages' } as const;
/** Room for what our estimate misses: a share of it, and the marks that models put around every text. */
const SPARE = { share: 0.25, aText: 8 };

/** Tokens, the most that these texts can cost. */
export function mostOf(texts: readonly string[]): number {
  return Math.ceil(estimateAll(texts) * (1 + SPARE.share)) + SPARE.aText * texts.length;
}

export function estimateAll(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

export interface Cost {
  tokens: number;
  estimated: boolean;
}

/**
 * Vectors of texts, paid by the bot: 402 when its quota does not allow them. `keep` writes them down before they are
 * paid, so what is paid is there. What the model server was not asked, or refused, costs nothing.
 */
export async function embedCharged<Kept>(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock'>,
  { botId, server, unitId }: { botId: number; server: ModelServer; unitId: number | null },
  texts: readonly string[],
  keep: (vectors: Float32Array[]) => Promise<Kept> | Kept,
  signal?: AbortSignal,
): Promise<{ kept: Kept; cost: Cost }> {
  const requestId = crypto.randomUUID();
  const amount = mostOf(texts);
  const wanted = { ...ENTERED, botId, requestId, amount, on: ports.clock.now() };
  const outcome = await ports.ledger.reserve(wanted);
  if (!outcome.reserved) throw describeShortage(outcome.shortage, ENTERED.ledger, amount);
  let cost: Cost = { tokens: 0, estimated: false };
  try {
    const { vectors, tokens } = await ports.models.embed(server, texts, signal);
    cost = { tokens: Math.min(amount, tokens ?? estimateAll(texts)), estimated: tokens === null };
    return { kept: await keep(vectors), cost };
  } finally {
    await ports.ledger.settle(botId, requestId, { amount: cost.tokens, estimated: cost.estimated, unitId });
  }
}

import type { ModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { formOf } from '#gateway/search/meaning/forms.ts';
import { embedCharged } from './charged-embed.ts';
import { PROBE } from './probe.ts';

/**
 * Rejects as the server fails at a short sentence that it once had no trouble with; then it is not the texts. Resolves with
 * the tokens it cost.
 */
export async function checkServer(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock'>,
  { botId, server }: { botId: number; server: ModelServer },
  signal?: AbortSignal,
): Promise<number> {
  const text = formOf(server.model).passage('', PROBE[0]);
  const order = { botId, server, unitId: null };
  const { cost } = await embedCharged(ports, order, [text], () => undefined, signal);
  return cost.tokens;
}

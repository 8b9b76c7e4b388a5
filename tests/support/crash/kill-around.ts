import { createRandom } from '../fleet/random.ts';
import { type KillableGateway, pause } from '../killable-gateway.ts';

/** Kills an indexer, then two gateways, every tenth while it starts; at other moments of their work every time. */
export async function killAround(
  gateway: KillableGateway,
  {
    kills,
    seed,
    settings,
    before,
  }: {
    kills: number;
    seed: number;
    settings: Record<string, string>;
    /** Resolves when there is something to be killed in the midst of. */
    before?: () => Promise<void>;
  },
): Promise<void> {
  const random = createRandom(seed);
  for (let kill = 0; kill < kills; kill++) {
    const killsIndexer = kill % 3 === 0;
    await before?.();
    if (killsIndexer) await gateway.indexer();
    await pause(random.next() * 500);
    if (killsIndexer) {
      await gateway.killIndexer();
      continue;
    }
    await gateway.kill();
    const starting = gateway.start(settings);
    if (kill % 10 === 5) {
      await pause(random.next() * 1_000);
      await gateway.kill();
      await gateway.start(settings);
    }
    await starting;
  }
}

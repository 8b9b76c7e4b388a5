import type { GatewayFault } from '#gateway/errors.ts';
import { findServer } from '#gateway/services/models/resolve-server.ts';
import type { Embedder, EmbedderPorts } from './embedder.ts';
import type { CostEstimate } from './estimate-cost.ts';
import type { Spaces } from './spaces.ts';

export interface EmbeddingProgress {
  state: 'off' | 'idle' | 'working' | 'paused' | 'stuck';
  model: string | null;
  units: number;
  unitsDone: number;
  passages: number;
  passagesDone: number;
  passagesGivenUp: number;
  tokensLeft: number;
  tokensAll: number;
  secondsLeft: number | null;
  fault: GatewayFault | null;
}

/** How far the bot's passages have vectors of the model in force, and what the rest will take. */
export async function readProgress(
  ports: EmbedderPorts,
  { spaces, embedder, costs }: { spaces: Spaces; embedder: Embedder; costs: CostEstimate },
  botId: number,
): Promise<EmbeddingProgress> {
  const server = await findServer(ports, botId, 'embeddings');
  const space = server && (await spaces.likely(botId, server));
  const units = await ports.vectors.standing(botId, space?.id ?? null);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const passages = sum(units.map((unit) => unit.passages));
  const passagesDone = sum(units.map(({ done }) => done));
  const passagesGivenUp = space ? await ports.vectors.givenUp(botId, space.id) : 0;
  const left = passages - passagesDone;
  const paused = (await ports.vectors.pausedOn(botId)) !== null;
  const fault = (server && !paused && embedder.faultOf(botId)) || null;
  const state =
    server === undefined ? 'off' : paused ? 'paused' : fault ? 'stuck' : left > 0 ? 'working' : 'idle';
  const perSecond = state === 'working' ? embedder.paceOf(botId).perSecond() : null;
  return {
    state,
    model: server?.model ?? null,
    units: units.length,
    unitsDone: units.filter((unit) => server && unit.done >= unit.passages).length,
    passages,
    passagesDone,
    passagesGivenUp,
    ...(await costs.of(botId, server?.model ?? '', units)),
    secondsLeft: perSecond === null ? null : left / perSecond,
    fault,
  };
}

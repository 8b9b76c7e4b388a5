import { GatewayFault } from '#gateway/core/errors.ts';
import { EVERY_BOT } from '#gateway/modules/jobs/model.ts';
import { withModelTelemetry } from '#gateway/modules/models/services/model-telemetry.ts';
import { findServer } from '#gateway/modules/models/services/resolve-server.ts';
import { createEmbeddingWorker, type EmbedderPorts, type EmbeddingWorker } from './embedding-worker.ts';
import { createEmbeddingCostEstimator, type EmbeddingCostEstimator } from './estimate-cost.ts';
import { createQuestionVectors } from './question-vectors.ts';
import { type SemanticQuestion, type SemanticSearchResult, searchSemantically } from './semantic-search.ts';
import { createVectorCache } from './vector-cache.ts';
import { createVectorSpaces, type VectorSpaces } from './vector-spaces.ts';

/** Finding by meaning: vectors of passages, made in the background, and of questions. */
export interface SemanticIndex {
  /** See `searchSemantically`. */
  search(order: SemanticQuestion, signal?: AbortSignal): Promise<SemanticSearchResult>;
  progress(botId: number): Promise<EmbeddingProgress>;
  /** Whether it was paused before. Resuming one bot is refused while all are paused. */
  pause(botId: number, paused: boolean): Promise<boolean>;
  worker: EmbeddingWorker;
  /** Bytes of vectors in memory. */
  cacheBytes(): number;
}

export interface EmbeddingsOptions {
  /** The longest that a question waits for its vector. */
  questionTimeoutMs?: number;
}

export function createEmbeddings(given: EmbedderPorts, times: EmbeddingsOptions = {}): SemanticIndex {
  // Most of this work belongs to no call, so its telemetry is added here.
  const ports: EmbedderPorts = { ...given, models: withModelTelemetry(given.models, given) };
  const spaces = createVectorSpaces(ports);
  const embedder = createEmbeddingWorker(ports, spaces);
  const cache = createVectorCache(ports.vectors, ports.memory);
  const questions = createQuestionVectors(ports, times);
  const costs = createEmbeddingCostEstimator(ports);
  const tools = { spaces, questions, cache, onUnready: () => embedder.wake() };
  return {
    search: (order, signal) => searchSemantically(ports, tools, order, signal),
    progress: (botId) => readProgress(ports, { spaces, embedder, costs }, botId),
    async pause(botId, paused) {
      const pauses = paused ? [] : await ports.queue.pauses();
      if (pauses.some((pause) => pause.botId === EVERY_BOT && pause.kind === 'embed'))
        throw new GatewayFault('embedding-paused-for-all');
      const before = await ports.vectors.pausedOn(botId);
      if ((before !== null) !== paused)
        await ports.vectors.setPaused(botId, paused ? ports.clock.now() : null);
      if (!paused) embedder.wake();
      return before !== null;
    },
    worker: embedder,
    cacheBytes: () => cache.size(),
  };
}

interface EmbeddingProgress {
  state: 'off' | 'idle' | 'working' | 'paused' | 'failing';
  model: string | null;
  units: number;
  unitsDone: number;
  passages: number;
  passagesDone: number;
  passagesSkipped: number;
  tokensLeft: number;
  tokensTotal: number;
  secondsLeft: number | null;
  fault: GatewayFault | null;
}

/** How far the bot's passages have vectors of the model in force, and what the rest will take. */
async function readProgress(
  ports: EmbedderPorts,
  {
    spaces,
    embedder,
    costs,
  }: { spaces: VectorSpaces; embedder: EmbeddingWorker; costs: EmbeddingCostEstimator },
  botId: number,
): Promise<EmbeddingProgress> {
  const server = await findServer(ports, botId, 'embeddings');
  const space = server && (await spaces.likely(botId, server));
  const units = await ports.vectors.unitProgress(botId, space?.id ?? null);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const passages = sum(units.map((unit) => unit.passages));
  const passagesDone = sum(units.map(({ done }) => done));
  const passagesSkipped = space ? await ports.vectors.countSkipped(botId, space.id) : 0;
  const remaining = passages - passagesDone;
  const paused = (await ports.vectors.pausedOn(botId)) !== null;
  const fault = (server && !paused && embedder.faultOf(botId)) || null;
  const state =
    server === undefined ? 'off' : paused ? 'paused' : fault ? 'failing' : remaining > 0 ? 'working' : 'idle';
  const perSecond = state === 'working' ? embedder.throughputOf(botId).perSecond() : null;
  return {
    state,
    model: server?.model ?? null,
    units: units.length,
    unitsDone: units.filter((unit) => server && unit.done >= unit.passages).length,
    passages,
    passagesDone,
    passagesSkipped,
    ...(await costs.of(botId, server?.model ?? '', units)),
    secondsLeft: perSecond === null ? null : remaining / perSecond,
    fault,
  };
}

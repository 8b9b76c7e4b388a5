import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { SemanticScores } from '#gateway/engine/ranking/rank.ts';
import { calibrateSimilarity } from '#gateway/engine/vectors/calibrate-similarity.ts';
import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import { scoreVectors } from '#gateway/engine/vectors/score-vectors.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { VectorSpace } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { findServer, type ResolverPorts } from '#gateway/modules/models/services/resolve-server.ts';
import type { EmbeddingCost } from './charged-embed.ts';
import { baselineCosine } from './model-probe.ts';
import type { QuestionVectors } from './question-vectors.ts';
import type { VectorCache } from './vector-cache.ts';
import type { VectorSpaces } from './vector-spaces.ts';

type SemanticSearchPorts = ResolverPorts &
  Pick<Ports, 'models' | 'clock' | 'log' | 'recordMetric' | 'vectors'>;

/** A unit as it is searched: of this generation, with so many passages. */
export interface RequestedUnit {
  id: number;
  generation: number | null;
  passages: number;
}

export interface SemanticQuestion {
  botId: number;
  question: string;
  /** Asked for where there is a server. */
  units: () => readonly RequestedUnit[];
  /** Lets others search while the question gets its vector. */
  turn: { pause<Value>(work: () => Promise<Value>): Promise<Value> };
}

/** Whether passages were searched by meaning, or why not; see `SEMANTIC_SEARCH_STATES` of the contract. */
export interface SemanticSearchStatus {
  state: 'used' | 'incomplete' | 'not-ready' | 'failed';
  model: string;
  /** Code. */
  fault: string | null;
}

/** `scores` is null where only words count; `status` is null where there is no embeddings server. */
export interface SemanticSearchResult {
  scores: SemanticScores | null;
  status: SemanticSearchStatus | null;
  cost: EmbeddingCost;
}

interface SemanticSearchTools {
  spaces: VectorSpaces;
  questions: QuestionVectors;
  cache: VectorCache;
  /** There is a server whose space is not known yet. */
  onUnready: () => void;
}

const NO_COST: EmbeddingCost = { tokens: 0, estimated: false };
/** Multiplications between pauses: some milliseconds. */
const MULTIPLICATIONS_PER_TURN = 4_000_000;

/**
 * How near the passages of these units are to the question in meaning, when all of them have vectors of the model in
 * force and the question gets one in time. Whatever goes wrong, words alone will do: it never rejects, unless aborted.
 */
export async function searchSemantically(
  ports: SemanticSearchPorts,
  { spaces, questions, cache, onUnready }: SemanticSearchTools,
  { botId, question, units: unitsOf, turn }: SemanticQuestion,
  signal?: AbortSignal,
): Promise<SemanticSearchResult> {
  let server: ModelServer | undefined;
  const end = (
    state: SemanticSearchStatus['state'],
    more: Partial<SemanticSearchResult> & { fault?: string } = {},
  ) => {
    ports.recordMetric({ what: 'semantic-search', outcome: state });
    const { fault = null, scores = null, cost = NO_COST } = more;
    return { scores, cost, status: { state, model: server?.model ?? '', fault } };
  };
  let cost = NO_COST;
  try {
    const embedder = await findServer(ports, botId, 'embeddings');
    server = embedder;
    const units = embedder ? unitsOf() : [];
    if (!embedder || units.length === 0) return { scores: null, status: null, cost };
    const space = spaces.known(botId, embedder);
    if (!space) {
      onUnready();
      return end('not-ready');
    }
    if (!(await haveAllVectors(ports, cache, space, units))) return end('incomplete');
    const text = embeddingPromptFor(embedder.model).question(question);
    const embedded = await turn.pause(() => questions.of(embedder, text, signal));
    cost = embedded.cost;
    if (embedded.vector.length !== space.dims) {
      spaces.forget(embedder);
      onUnready();
      return end('not-ready', { cost });
    }
    const meaning = await scoreUnits(cache, space, embedded.vector, units);
    // One was indexed again or removed in this very moment.
    if (!meaning) return end('incomplete', { cost });
    calibrateSimilarity(meaning, baselineCosine(space.probe));
    return end('used', { scores: meaning, cost });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const fault = error instanceof GatewayFault ? error.code : 'internal';
    ports.log.warn('semantic-search-failed', {
      botId,
      fault,
      ...(error instanceof GatewayFault ? {} : describeErrorForLog(error)),
    });
    return end('failed', { fault, cost });
  }
}

async function haveAllVectors(
  ports: Pick<SemanticSearchPorts, 'vectors'>,
  cache: VectorCache,
  { botId, id: space }: VectorSpace,
  units: readonly RequestedUnit[],
): Promise<boolean> {
  const open = units.flatMap(({ id, generation, passages }) => {
    if (generation === null) return [];
    const isKept = passages === 0 || cache.has({ botId, unitId: id, generation, space });
    return isKept ? [] : [{ id, generation, passages }];
  });
  if (units.some(({ generation }) => generation === null)) return false;
  if (open.length === 0) return true;
  const done = await ports.vectors.embeddedCounts(botId, space, open);
  return open.every(({ id, passages }) => (done.get(id) ?? 0) >= passages);
}

/** By unit, by passage: the cosine with the question; null when one has not all its vectors. Pauses every few milliseconds. */
export async function scoreUnits(
  cache: VectorCache,
  { botId, id: space, dims }: VectorSpace,
  question: Float32Array,
  units: readonly RequestedUnit[],
): Promise<Float32Array[] | null> {
  const meaning: Float32Array[] = [];
  let work = 0;
  for (const { id, generation, passages } of units) {
    const cosines = new Float32Array(passages);
    const of = { botId, unitId: id, generation: generation ?? 0, space };
    const isWhole = await cache.visit(of, { dims, count: passages }, async ({ first, vectors }) => {
      scoreVectors(question, vectors, cosines, first);
      work += vectors.count * dims;
      if (work < MULTIPLICATIONS_PER_TURN) return;
      work = 0;
      await yieldToEventLoop();
    });
    if (!isWhole) return null;
    meaning.push(cosines);
  }
  return meaning;
}

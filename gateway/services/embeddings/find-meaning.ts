import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { Ports, VectorSpace } from '#gateway/ports.ts';
import { formOf } from '#gateway/search/meaning/forms.ts';
import { relateMeaning } from '#gateway/search/meaning/relate-meaning.ts';
import { scoreVectors } from '#gateway/search/meaning/score-vectors.ts';
import type { Meaning } from '#gateway/search/ranking/rank.ts';
import { findServer, type ResolverPorts } from '#gateway/services/models/resolve-server.ts';
import type { Cost } from './charged-embed.ts';
import { floorOf } from './probe.ts';
import type { QuestionVectors } from './question-vectors.ts';
import type { Spaces } from './spaces.ts';
import type { VectorCache } from './vector-cache.ts';

export type MeaningPorts = ResolverPorts & Pick<Ports, 'models' | 'clock' | 'log' | 'observe' | 'vectors'>;

/** A unit as it is searched: of this generation, with so many passages. */
export interface SoughtUnit {
  id: number;
  generation: number | null;
  passages: number;
}

/** Why passages were sought by meaning, or were not; see `MEANING_STATES` of the contract. */
export interface MeaningStanding {
  state: 'used' | 'incomplete' | 'unready' | 'failed';
  model: string;
  /** Code-word. */
  fault: string | null;
}

/** `meaning` is null where words alone must do; `standing` is null where there is no embeddings server. */
export interface FoundMeaning {
  meaning: Meaning | null;
  standing: MeaningStanding | null;
  cost: Cost;
}

export interface MeaningTools {
  spaces: Spaces;
  questions: QuestionVectors;
  cache: VectorCache;
  /** There is a server whose space is not known yet. */
  onUnready: () => void;
}

const FREE: Cost = { tokens: 0, estimated: false };
/** Multiplications between pauses: some milliseconds. */
const WORK_AT_ONCE = 4_000_000;

/**
 * How near the passages of these units are to the question in meaning, when all of them have vectors of the model in
 * force and the question gets one in time. Whatever goes wrong, words alone will do: it never rejects, unless aborted.
 */
export async function findMeaning(
  ports: MeaningPorts,
  { spaces, questions, cache, onUnready }: MeaningTools,
  { botId, question, units }: { botId: number; question: string; units: readonly SoughtUnit[] },
  signal?: AbortSignal,
): Promise<FoundMeaning> {
  let server: ModelServer | undefined;
  const end = (state: MeaningStanding['state'], more: Partial<FoundMeaning> & { fault?: string } = {}) => {
    ports.observe({ what: 'meaning-sought', outcome: state });
    const { fault = null, meaning = null, cost = FREE } = more;
    return { meaning, cost, standing: { state, model: server?.model ?? '', fault } };
  };
  let cost = FREE;
  try {
    server = await findServer(ports, botId, 'embeddings');
    if (!server || units.length === 0) return { meaning: null, standing: null, cost };
    const space = spaces.known(botId, server);
    if (!space) {
      onUnready();
      return end('unready');
    }
    if (!(await areComplete(ports, cache, space, units))) return end('incomplete');
    const asked = await questions.of(server, formOf(server.model).question(question), signal);
    cost = asked.cost;
    if (asked.vector.length !== space.dims) {
      spaces.forget(server);
      onUnready();
      return end('unready', { cost });
    }
    const meaning = await scoreUnits(cache, space, asked.vector, units);
    // One was indexed again or removed in this very moment.
    if (!meaning) return end('incomplete', { cost });
    relateMeaning(meaning, floorOf(space.probe));
    return end('used', { meaning, cost });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const fault = error instanceof GatewayFault ? error.code : 'internal';
    ports.log.warn('meaning-failed', {
      botId,
      fault,
      ...(error instanceof GatewayFault ? {} : errorFacts(error)),
    });
    return end('failed', { fault, cost });
  }
}

async function areComplete(
  ports: Pick<MeaningPorts, 'vectors'>,
  cache: VectorCache,
  { botId, id: space }: VectorSpace,
  units: readonly SoughtUnit[],
): Promise<boolean> {
  const open = units.flatMap(({ id, generation, passages }) => {
    if (generation === null) return [];
    const isKept = passages === 0 || cache.has({ botId, unitId: id, generation, space });
    return isKept ? [] : [{ id, generation, passages }];
  });
  if (units.some(({ generation }) => generation === null)) return false;
  if (open.length === 0) return true;
  const done = await ports.vectors.done(botId, space, open);
  return open.every(({ id, passages }) => (done.get(id) ?? 0) >= passages);
}

/** By unit, by passage: the cosine with the question; null when one has not all its vectors. Pauses every few milliseconds. */
export async function scoreUnits(
  cache: VectorCache,
  { botId, id: space, dims }: VectorSpace,
  question: Float32Array,
  units: readonly SoughtUnit[],
): Promise<Float32Array[] | null> {
  const meaning: Float32Array[] = [];
  let work = 0;
  for (const { id, generation, passages } of units) {
    const cosines = new Float32Array(passages);
    const of = { botId, unitId: id, generation: generation ?? 0, space };
    const isWhole = await cache.visit(of, { dims, count: passages }, async ({ first, vectors }) => {
      scoreVectors(question, vectors, cosines, first);
      work += vectors.count * dims;
      if (work < WORK_AT_ONCE) return;
      work = 0;
      await breathe();
    });
    if (!isWhole) return null;
    meaning.push(cosines);
  }
  return meaning;
}

/** Lets others have the process for a moment. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

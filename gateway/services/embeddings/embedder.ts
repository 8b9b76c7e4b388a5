import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { Ports, UnitVectors, VectorSpace } from '#gateway/ports.ts';
import { createBell } from '#gateway/services/bell.ts';
import { findServer, type ResolverPorts } from '#gateway/services/models/resolve-server.ts';
import { checkServer } from './check-server.ts';
import { embedBatch, readBatch } from './embed-batch.ts';
import { createPace, type Pace } from './pace.ts';
import { type Looks, runTurns } from './run-turns.ts';
import { createSizing, type SentBatch, type Sizing } from './sizing.ts';
import { identityOf, type Spaces } from './spaces.ts';

export type EmbedderPorts = ResolverPorts &
  Pick<
    Ports,
    'clock' | 'log' | 'observe' | 'ledger' | 'models' | 'index' | 'vectors' | 'bots' | 'modelServers'
  >;

/** Gives passages their vectors, in the background. */
export interface Embedder {
  /** Looks for work at once. */
  wake(): void;
  /** Works until aborted, and waits for what is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** One batch of the bot; false when there was none to make, or not now. */
  turn(botId: number, signal?: AbortSignal): Promise<boolean>;
  /** Why nothing is made at present; undefined when nothing is wrong. */
  faultOf(botId: number): GatewayFault | undefined;
  paceOf(botId: number): Pace;
}

interface BotWork {
  identity: string;
  sizing: Sizing;
  pace: Pace;
  failures: number;
  fault: GatewayFault | undefined;
  retryOn: number;
  /** A batch failed, and it is not known yet whether its texts were the reason. */
  isInDoubt: boolean;
  /** Passages given up since one went through. */
  givenUp: number;
  /** By generation of a unit: until when it is left alone, since its passages could not be read. */
  aside: Map<string, number>;
  /** The space whose predecessors have been removed. */
  swept: number;
}

const SECOND = 1000;
/** Waits after the first, second, ... failure in a row; the last one from then on. */
const WAITS = [5 * SECOND, 15 * SECOND, 45 * SECOND, 120 * SECOND, 300 * SECOND];
/** A quota is looked at without asking anybody else. */
const QUOTA_WAIT = 30 * SECOND;
/** A unit whose passages could not be read. */
const ASIDE_WAIT = 60 * SECOND;
/** Passages given up in a row without a wait: more than that look like a server that takes none. */
const FEW = 3;
const SWEPT_AT_ONCE = 60;
/** What the texts themselves may be the reason of: some servers break at them, or take too long. */
const MAYBE_TEXTS: ReadonlySet<string> = new Set([
  'model-rejected',
  'model-failed',
  'model-excessive',
  'model-garbled',
  'model-silent',
  'model-cut',
  'model-unreachable',
]);

export function createEmbedder(
  ports: EmbedderPorts,
  spaces: Spaces,
  onSpent: (botId: number, tokens: number) => void = () => {},
): Embedder {
  const works = new Map<number, BotWork>();
  const looks: Looks = { bell: createBell(), next: 0 };
  const now = (): number => ports.clock.now().getTime();

  function workOf(botId: number, identity?: string): BotWork {
    const known = works.get(botId);
    if (known && (identity === undefined || known.identity === identity)) return known;
    const work: BotWork = {
      identity: identity ?? '',
      sizing: createSizing(now),
      pace: createPace(now),
      failures: 0,
      fault: undefined,
      retryOn: 0,
      isInDoubt: false,
      givenUp: 0,
      aside: new Map(),
      swept: 0,
    };
    works.set(botId, work);
    return work;
  }

  async function turn(botId: number, signal?: AbortSignal): Promise<boolean> {
    const server = await findServer(ports, botId, 'embeddings');
    if (!server) {
      works.delete(botId);
      return false;
    }
    const work = workOf(botId, identityOf(server));
    if (now() < work.retryOn) return false;
    try {
      const known = spaces.known(botId, server);
      if (await ports.vectors.pausedOn(botId)) {
        // What is there stays in use, also by the next process, which has to know whose it is.
        if (!known && (await spaces.likely(botId, server))) await spaces.find(botId, server, signal);
        return false;
      }
      const standing = await ports.vectors.standing(botId, known?.id ?? null);
      const isOpen = standing.some(hasMore);
      if (known && !isOpen) return await tidy(known, work);
      if (!isOpen) {
        work.fault = undefined;
        return false;
      }
      const space = await spaces.find(botId, server, signal);
      // Another one than was known: what is missing in it shows at the next turn.
      if (space.id !== known?.id) return true;
      const unit = standing.find((one) => hasMore(one) && now() >= (work.aside.get(keyOf(one)) ?? 0));
      return unit ? await embed(server, space, unit, work, signal) : false;
    } catch (error) {
      if (signal?.aborted) return false;
      fail(botId, work, error);
      return false;
    }
  }

  async function embed(
    server: ModelServer,
    space: VectorSpace,
    unit: UnitVectors,
    work: BotWork,
    signal?: AbortSignal,
  ): Promise<boolean> {
    if (work.isInDoubt) await check(server, space, work, signal);
    const texts = await read(server, space, unit, work);
    if (!texts) return true;
    const { unitId, generation, done: first } = unit;
    const longest = Math.max(...texts.map(({ length }) => length));
    const batch: SentBatch = { unitId, generation, first, count: texts.length, longest };
    const began = performance.now();
    const secondsSince = () => (performance.now() - began) / SECOND;
    try {
      const made = await embedBatch(ports, { server, space, unit }, texts, signal);
      const seconds = secondsSince();
      onSpent(space.botId, made.tokens);
      ports.observe({ what: 'passages-embedded', outcome: 'done', passages: made.passages, seconds });
      if (!made.fits) spaces.forget(server);
      work.pace.add(made.passages);
      work.sizing.passed(batch, seconds);
      work.givenUp = 0;
      work.failures = 0;
      work.fault = undefined;
      if (made.written) tellWhole(space, unit, made.passages);
      return true;
    } catch (error) {
      if (!signal?.aborted)
        ports.observe({ what: 'passages-embedded', outcome: 'failed', passages: 0, seconds: secondsSince() });
      if (signal?.aborted || !(error instanceof GatewayFault) || !MAYBE_TEXTS.has(error.code)) throw error;
      const outcome = work.sizing.failed(batch);
      if (outcome === 'never') return await giveUp(space, unit, work, error);
      // Whoever rejects was reached; whether it takes anything counts before a passage is given up.
      if (outcome === 'last' || error.code !== 'model-rejected') await check(server, space, work, signal);
      return true;
    }
  }

  /** Undefined when they are not all there: swept, as another generation has taken their place, or broken. */
  async function read(
    server: ModelServer,
    { botId }: VectorSpace,
    unit: UnitVectors,
    work: BotWork,
  ): Promise<string[] | undefined> {
    const { unitId, generation, done } = unit;
    const size = work.sizing.next({ unitId, generation, done });
    let texts: string[] = [];
    try {
      texts = await readBatch(ports, { botId, model: server.model, unit }, size);
    } catch (error) {
      ports.log.error('embedding-failed', { botId, unitId, ...errorFacts(error) });
    }
    if (texts.length > 0) return texts;
    work.aside.set(keyOf(unit), now() + ASIDE_WAIT);
    return undefined;
  }

  /** Rejects when the server fails at anything. */
  async function check(
    server: ModelServer,
    { botId }: VectorSpace,
    work: BotWork,
    signal?: AbortSignal,
  ): Promise<void> {
    work.isInDoubt = true;
    try {
      onSpent(botId, await checkServer(ports, { botId, server }, signal));
    } catch (error) {
      work.sizing.excuse();
      throw error;
    }
    work.isInDoubt = false;
    work.failures = 0;
  }

  /** The passage counts by its words alone from now on. */
  async function giveUp(
    { botId, id: space }: VectorSpace,
    unit: UnitVectors,
    work: BotWork,
    fault: GatewayFault,
  ): Promise<boolean> {
    const { unitId, generation, done } = unit;
    const of = { botId, unitId, generation, space };
    const wasWanted = await ports.vectors.append(of, { first: done, count: 1, bytes: new Uint8Array() });
    if (!wasWanted) return true;
    ports.log.warn('passage-without-vector', { botId, unitId, passage: done, fault: fault.code });
    tellWhole({ botId }, unit, 1);
    work.givenUp += 1;
    if (work.givenUp <= FEW) return true;
    work.failures = work.givenUp - FEW - 1;
    throw fault;
  }

  function tellWhole(
    { botId }: { botId: number },
    { unitId, done, passages }: UnitVectors,
    made: number,
  ): void {
    if (done + made >= passages) ports.log.info('unit-embedded', { botId, unitId, passages });
  }

  function fail(botId: number, work: BotWork, error: unknown): void {
    const isKnown = error instanceof GatewayFault;
    const isShort = isKnown && error.status === 402;
    const wait = isShort ? QUOTA_WAIT : (WAITS[Math.min(work.failures, WAITS.length - 1)] ?? 0);
    const fault = isKnown ? error : new GatewayFault('internal', { requestId: '' }, { cause: error });
    if (!isKnown) ports.log.error('embedding-failed', { botId, ...errorFacts(error) });
    else if (work.fault?.code !== fault.code)
      ports.log.warn('embedding-stuck', { botId, fault: fault.code, retryInMs: wait });
    work.failures += 1;
    work.fault = fault;
    work.retryOn = now() + wait;
  }

  /** Everything has its vector: what was made for other models serves nobody any more. */
  async function tidy({ botId, id }: VectorSpace, work: BotWork): Promise<boolean> {
    work.fault = undefined;
    if (work.swept === id) return false;
    if ((await ports.vectors.sweepOthers(botId, id, SWEPT_AT_ONCE)) > 0) return true;
    work.swept = id;
    return false;
  }

  return {
    turn,
    wake() {
      looks.next = 0;
      looks.bell.ring();
    },
    faultOf: (botId) => works.get(botId)?.fault,
    paceOf: (botId) => workOf(botId).pace,

    run: (signal) => runTurns(ports, turn, looks, signal),
  };
}

function hasMore({ done, passages }: UnitVectors): boolean {
  return done < passages;
}

function keyOf({ unitId, generation }: UnitVectors): string {
  return `${unitId}/${generation}`;
}

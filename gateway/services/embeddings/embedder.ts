import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { Ports, UnitVectors, VectorSpace } from '#gateway/ports.ts';
import { createBell } from '#gateway/services/bell.ts';
import { findServer, type ResolverPorts } from '#gateway/services/models/resolve-server.ts';
import { type BatchSize, embedBatch } from './embed-batch.ts';
import { createPace, type Pace } from './pace.ts';
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
  size: BatchSize;
  pace: Pace;
  failures: number;
  fault: GatewayFault | undefined;
  retryOn: number;
  /** The space whose predecessors have been removed. */
  swept: number;
}

/** Bots served at once; of each one batch at a time. */
const BOTS_AT_ONCE = 4;
/** Between looks for what was published, set or freed meanwhile. */
const LOOK_MS = 5000;
const SECOND = 1000;
/** Waits after the first, second, ... failure in a row; the last one from then on. */
const WAITS = [5 * SECOND, 15 * SECOND, 45 * SECOND, 120 * SECOND, 300 * SECOND];
/** A quota is looked at without asking anybody else. */
const QUOTA_WAIT = 30 * SECOND;
const MOST_PASSAGES = 64;
const FIRST_SIZE: BatchSize = { passages: 16, characters: Infinity };
/** A batch as long as this takes a place that a question may wait for. */
const SLOW_SECONDS = 3;
const QUICK_SECONDS = 1;
/** Shorter than this no text is cut. */
const LEAST_CHARACTERS = 200;
const SWEPT_AT_ONCE = 60;
/** What the text itself may be the reason of. */
const TOO_MUCH: ReadonlySet<string> = new Set(['model-rejected', 'model-failed', 'model-excessive']);

export function createEmbedder(
  ports: EmbedderPorts,
  spaces: Spaces,
  onSpent: (botId: number, tokens: number) => void = () => {},
): Embedder {
  const works = new Map<number, BotWork>();
  const bell = createBell();
  /** `performance.now()` of the next look. */
  let lookOn = 0;
  const now = (): number => ports.clock.now().getTime();

  function workOf(botId: number, identity?: string): BotWork {
    const known = works.get(botId);
    if (known && (identity === undefined || known.identity === identity)) return known;
    const work: BotWork = {
      identity: identity ?? '',
      size: FIRST_SIZE,
      pace: createPace(now),
      failures: 0,
      fault: undefined,
      retryOn: 0,
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
      const unit = standing.find(hasMore);
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
    const began = performance.now();
    const secondsSince = () => (performance.now() - began) / SECOND;
    const { size } = work;
    try {
      const made = await embedBatch(ports, { server, space, unit }, size, signal);
      const seconds = secondsSince();
      onSpent(space.botId, made.tokens);
      ports.observe({ what: 'passages-embedded', outcome: 'done', passages: made.passages, seconds });
      if (!made.fits) spaces.forget(server);
      work.pace.add(made.passages);
      work.size = resize(size, seconds);
      work.failures = 0;
      work.fault = undefined;
      if (made.written && unit.done + made.passages >= unit.passages)
        ports.log.info('unit-embedded', { botId: space.botId, unitId: unit.unitId, passages: unit.passages });
      return true;
    } catch (error) {
      if (!signal?.aborted)
        ports.observe({ what: 'passages-embedded', outcome: 'failed', passages: 0, seconds: secondsSince() });
      if (!(error instanceof GatewayFault) || !TOO_MUCH.has(error.code)) throw error;
      const isRejected = error.code === 'model-rejected';
      // Fewer at a time, then less of one: a model takes texts up to some length, and says so or breaks.
      if (size.passages > 1) work.size = { ...size, passages: isRejected ? size.passages >> 1 : 1 };
      else if (size.characters > LEAST_CHARACTERS)
        work.size = { ...size, characters: shorten(size.characters) };
      else throw error;
      // Whoever rejects can be asked again at once, whoever breaks not.
      if (!isRejected) throw error;
      return true;
    }
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
      lookOn = 0;
      bell.ring();
    },
    faultOf: (botId) => works.get(botId)?.fault,
    paceOf: (botId) => workOf(botId).pace,

    async run(signal) {
      const waiting = new Set<number>();
      const underWay = new Map<number, Promise<void>>();
      const start = (botId: number): void => {
        waiting.delete(botId);
        const work = async () => {
          let worked = false;
          try {
            worked = await turn(botId, signal);
          } catch (error) {
            ports.log.error('embedding-failed', { botId, ...errorFacts(error) });
          }
          underWay.delete(botId);
          // To the end of the queue: bots take turns.
          if (worked) waiting.add(botId);
          bell.ring();
        };
        underWay.set(botId, work());
      };
      while (!signal.aborted) {
        bell.hush();
        try {
          if (performance.now() >= lookOn) {
            for (const { id, archivedOn, deletedOn } of await ports.bots.all())
              if (archivedOn === null && deletedOn === null && !underWay.has(id)) waiting.add(id);
            lookOn = performance.now() + LOOK_MS;
          }
        } catch (error) {
          ports.log.error('embedding-failed', errorFacts(error));
          lookOn = performance.now() + LOOK_MS;
        }
        for (const botId of waiting) {
          if (underWay.size >= BOTS_AT_ONCE || signal.aborted) break;
          start(botId);
        }
        await bell.rest(Math.max(1, lookOn - performance.now()), signal);
      }
      await Promise.all(underWay.values());
    },
  };
}

function hasMore({ done, passages }: UnitVectors): boolean {
  return done < passages;
}

/** Back to whole texts once one that had to be cut is behind; larger batches for a quick server, smaller ones for a slow one. */
function resize({ passages }: BatchSize, seconds: number): BatchSize {
  const characters = Infinity;
  if (seconds > SLOW_SECONDS) return { characters, passages: Math.max(1, passages >> 1) };
  return { characters, passages: seconds < QUICK_SECONDS ? Math.min(MOST_PASSAGES, passages * 2) : passages };
}

/** About as long as passages are at most, then half of it each time. */
function shorten(characters: number): number {
  return Number.isFinite(characters) ? Math.max(LEAST_CHARACTERS, characters >> 1) : 1200;
}

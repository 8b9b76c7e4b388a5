/** How much of a unit is sent to a server in one call. */
export interface BatchSize {
  /** Passages, the most. */
  passages: number;
  /** Characters of one text, the most: what is longer is cut, for a model that takes no more. */
  characters: number;
}

/** Texts as they were put to a server. */
export interface SentBatch {
  unitId: number;
  generation: number;
  /** Ordinal of the first passage. */
  first: number;
  count: number;
  /** Characters of the longest text. */
  longestText: number;
}

/** Learns how large a batch a server accepts. */
export interface BatchSizer {
  next(place: { unitId: number; generation: number; done: number }): BatchSize;
  /** After `seconds` its vectors came. */
  recordSuccess(batch: SentBatch, seconds: number): void;
  /**
   * It failed, maybe for its texts: less is sent next. `last`: there is no less, the same is sent once more. `never`: that
   * was it, and the passage is given up.
   */
  recordFailure(batch: SentBatch): 'smaller' | 'last' | 'never';
  /** The last failure was the server's, whatever was sent: nothing is learnt from what goes through now. */
  discardLastFailure(): void;
}

/** A batch that failed, and how the failing passage is searched for. */
interface Trial {
  key: string;
  /** Behind the last ordinal of what failed. */
  untilOrdinal: number;
  size: BatchSize;
  /** One passage by itself: it is cut, or sent for the last time. */
  singleState: 'no' | 'cut' | 'last';
  isExcused: boolean;
}

const MAX_BATCH_PASSAGES = 64;
const INITIAL_BATCH_PASSAGES = 16;
/** A batch that takes longer blocks a slot that a question may wait for. */
const SLOW_SECONDS = 3;
const QUICK_SECONDS = 1;
/** Shorter than this no text is cut. */
const MIN_TEXT_CHARACTERS = 200;
/** What is left of a text that was too long, each time. */
const TRUNCATE_FACTOR = 0.7;
/** How long learnt limits are used: the operator may change those of the server. */
const LIMITS_MAX_AGE_MS = 15 * 60_000;

/** Fewer texts first, by halves down to the one that fails, then less of that; what goes through is remembered. */
export function createBatchSizer(now: () => number): BatchSizer {
  let passages = INITIAL_BATCH_PASSAGES;
  let limits: BatchSize = { passages: MAX_BATCH_PASSAGES, characters: Infinity };
  let knownUntil = Infinity;
  let trial: Trial | undefined;

  const learn = (learnt: Partial<BatchSize>): void => {
    limits = { ...limits, ...learnt };
    knownUntil = now() + LIMITS_MAX_AGE_MS;
  };
  const keyOf = ({ unitId, generation }: { unitId: number; generation: number }) => `${unitId}/${generation}`;

  return {
    next({ done, ...unit }) {
      if (trial && (trial.key !== keyOf(unit) || done >= trial.untilOrdinal)) trial = undefined;
      if (trial) return { ...trial.size, passages: Math.min(trial.size.passages, trial.untilOrdinal - done) };
      if (now() >= knownUntil) {
        limits = { passages: MAX_BATCH_PASSAGES, characters: Infinity };
        knownUntil = Infinity;
      }
      return { passages: Math.min(passages, limits.passages), characters: limits.characters };
    },

    recordSuccess({ first, count, ...unit }, seconds) {
      if (seconds > SLOW_SECONDS) passages = Math.max(1, passages >> 1);
      if (trial?.key === keyOf(unit)) {
        const { singleState, size, untilOrdinal, isExcused } = trial;
        if (singleState === 'no' && first + count < untilOrdinal) return;
        trial = undefined;
        // All of it went through, only not at once: it was too many.
        if (!isExcused && singleState !== 'last')
          learn(singleState === 'cut' ? { characters: size.characters } : { passages: size.passages });
      } else if (seconds < QUICK_SECONDS) passages = Math.min(MAX_BATCH_PASSAGES, passages * 2);
    },

    recordFailure(batch) {
      if (trial?.singleState === 'last') {
        trial = undefined;
        return 'never';
      }
      const { isExcused = false, size = limits } = trial ?? {};
      trial = { ...smallerTrial(batch, size.characters), key: keyOf(batch), isExcused };
      return trial.singleState === 'last' ? 'last' : 'smaller';
    },

    discardLastFailure() {
      if (trial) trial.isExcused = true;
    },
  };
}

/** Half of the texts; of a single one less, as long as that is a text. */
function smallerTrial(
  { first, count, longestText }: SentBatch,
  characters: number,
): Pick<Trial, 'untilOrdinal' | 'size' | 'singleState'> {
  const untilOrdinal = first + count;
  if (count > 1) return { untilOrdinal, size: { passages: count >> 1, characters }, singleState: 'no' };
  if (longestText <= MIN_TEXT_CHARACTERS)
    return { untilOrdinal, size: { passages: 1, characters }, singleState: 'last' };
  const cut = Math.max(MIN_TEXT_CHARACTERS, Math.floor(longestText * TRUNCATE_FACTOR));
  return { untilOrdinal, size: { passages: 1, characters: cut }, singleState: 'cut' };
}

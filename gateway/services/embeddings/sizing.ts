/** How much of a unit is put to a server in one call. */
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
  longest: number;
}

/** What a server takes, as it turns out. */
export interface Sizing {
  next(place: { unitId: number; generation: number; done: number }): BatchSize;
  /** After `seconds` its vectors came. */
  passed(batch: SentBatch, seconds: number): void;
  /**
   * It failed, maybe for its texts: less is sent next. `last`: there is no less, the same is sent once more. `never`: that
   * was it, and the passage is given up.
   */
  failed(batch: SentBatch): 'smaller' | 'last' | 'never';
  /** The last failure was the server's, whatever was sent: nothing is learnt from what goes through now. */
  excuse(): void;
}

/** What failed, and how it is narrowed down. */
interface Trial {
  key: string;
  /** Behind the last ordinal of what failed. */
  until: number;
  size: BatchSize;
  /** One passage by itself: it is cut, or sent for the last time. */
  alone: 'no' | 'cut' | 'last';
  isExcused: boolean;
}

const MOST_PASSAGES = 64;
const FIRST_PASSAGES = 16;
/** A batch as long as this takes a place that a question may wait for. */
const SLOW_SECONDS = 3;
const QUICK_SECONDS = 1;
/** Shorter than this no text is cut. */
const LEAST_CHARACTERS = 200;
/** What is left of a text that was too long, each time. */
const CUT = 0.7;
/** The server may be given other limits: then it costs a few calls to find them out again. */
const KNOWN_FOR_MS = 15 * 60_000;

/** Fewer texts first, by halves down to the one that fails, then less of that; what goes through is remembered. */
export function createSizing(now: () => number): Sizing {
  let passages = FIRST_PASSAGES;
  let limits: BatchSize = { passages: MOST_PASSAGES, characters: Infinity };
  let knownUntil = Infinity;
  let trial: Trial | undefined;

  const learn = (learnt: Partial<BatchSize>): void => {
    limits = { ...limits, ...learnt };
    knownUntil = now() + KNOWN_FOR_MS;
  };
  const keyOf = ({ unitId, generation }: { unitId: number; generation: number }) => `${unitId}/${generation}`;

  return {
    next({ done, ...unit }) {
      if (trial && (trial.key !== keyOf(unit) || done >= trial.until)) trial = undefined;
      if (trial) return { ...trial.size, passages: Math.min(trial.size.passages, trial.until - done) };
      if (now() >= knownUntil) {
        limits = { passages: MOST_PASSAGES, characters: Infinity };
        knownUntil = Infinity;
      }
      return { passages: Math.min(passages, limits.passages), characters: limits.characters };
    },

    passed({ first, count, ...unit }, seconds) {
      if (seconds > SLOW_SECONDS) passages = Math.max(1, passages >> 1);
      if (trial?.key === keyOf(unit)) {
        const { alone, size, until, isExcused } = trial;
        if (alone === 'no' && first + count < until) return;
        trial = undefined;
        // All of it went through, only not at once: it was too many.
        if (!isExcused && alone !== 'last')
          learn(alone === 'cut' ? { characters: size.characters } : { passages: size.passages });
      } else if (seconds < QUICK_SECONDS) passages = Math.min(MOST_PASSAGES, passages * 2);
    },

    failed({ first, count, longest, ...unit }) {
      if (trial?.alone === 'last') {
        trial = undefined;
        return 'never';
      }
      const key = keyOf(unit);
      const isExcused = trial?.isExcused ?? false;
      const characters = trial?.size.characters ?? limits.characters;
      const until = first + count;
      if (count > 1) {
        trial = { key, until, size: { passages: count >> 1, characters }, alone: 'no', isExcused };
        return 'smaller';
      }
      const isLeast = longest <= LEAST_CHARACTERS;
      const cut = isLeast ? characters : Math.max(LEAST_CHARACTERS, Math.floor(longest * CUT));
      trial = {
        key,
        until,
        size: { passages: 1, characters: cut },
        alone: isLeast ? 'last' : 'cut',
        isExcused,
      };
      return isLeast ? 'last' : 'smaller';
    },

    excuse() {
      if (trial) trial.isExcused = true;
    },
  };
}

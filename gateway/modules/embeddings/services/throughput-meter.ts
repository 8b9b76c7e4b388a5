/** How fast passages came of late. */
export interface ThroughputMeter {
  add(passages: number): void;
  /** Passages a second; null until there is something to tell by. */
  perSecond(): number | null;
}

const WINDOW_MS = 5 * 60_000;

/** By what was added within the last five minutes. */
export function createThroughputMeter(now: () => number): ThroughputMeter {
  let added: { on: number; passages: number }[] = [];
  const recent = () => (added = added.filter(({ on }) => now() - on < WINDOW_MS));
  return {
    add(passages) {
      added.push({ on: now(), passages });
      // A mark a second is enough, however small the batches are.
      const [previous, other] = added.slice(-2);
      if (previous && other && added.length > 2 && other.on - previous.on < 1000)
        added.splice(-2, 2, { on: previous.on, passages: previous.passages + other.passages });
      recent();
    },
    perSecond() {
      const [first, ...rest] = recent();
      if (!first || rest.length === 0) return null;
      const seconds = (now() - first.on) / 1000;
      // What came with the first mark was made before it.
      const passages = rest.reduce((sum, mark) => sum + mark.passages, 0);
      return seconds > 0 && passages > 0 ? passages / seconds : null;
    },
  };
}

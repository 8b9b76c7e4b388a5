/** How often numbers below 2^32 are met. */
interface Tally {
  add(number: number, times: number): void;
  /** The numbers that were met most, in that order, the lower of equals first. */
  most(count: number): number[];
}

const FIRST_SLOTS = 1024;

export function createTally(): Tally {
  let numbers = new Uint32Array(FIRST_SLOTS);
  /** 0 is a free slot. At most half of them are taken. */
  let uses = new Float64Array(FIRST_SLOTS);
  let met = 0;
  const slotOf = (number: number): number => {
    const mask = uses.length - 1;
    const hash = Math.imul(number ^ (number >>> 16), 0x2c1b3c6d);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (uses[slot] !== 0 && numbers[slot] !== number) slot = (slot + 1) & mask;
    return slot;
  };
  const grow = (): void => {
    const [before, times] = [numbers, uses];
    numbers = new Uint32Array(before.length * 2);
    uses = new Float64Array(before.length * 2);
    for (let index = 0; index < before.length; index++) {
      if (times[index] === 0) continue;
      const slot = slotOf(before[index] ?? 0);
      numbers[slot] = before[index] ?? 0;
      uses[slot] = times[index] ?? 0;
    }
  };
  return {
    add(number, times) {
      if (met * 2 >= uses.length) grow();
      const slot = slotOf(number);
      if (uses[slot] === 0) {
        numbers[slot] = number;
        met++;
      }
      uses[slot] = (uses[slot] ?? 0) + times;
    },
    most(count) {
      const times = uses.filter((times) => times > 0).sort();
      const least = times[times.length - count] ?? 1;
      const slots: number[] = [];
      for (let slot = 0; slot < uses.length; slot++) if ((uses[slot] ?? 0) >= least) slots.push(slot);
      return slots
        .sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || (numbers[a] ?? 0) - (numbers[b] ?? 0))
        .slice(0, count)
        .map((slot) => numbers[slot] ?? 0);
    },
  };
}

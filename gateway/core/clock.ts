/** The time; tests set it. */
export interface Clock {
  now(): Date;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment so many milliseconds before another. */
export const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);

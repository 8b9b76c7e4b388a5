/** Tidies up at a moment, a bounded amount of work. `isMore`: worth repeating at once. */
export type Chore = (now: Date) => Promise<{ count: number; isMore?: boolean }>;

import type { Consumption } from '#contract/envelope.ts';

/** What a call really cost. `about`: told from the quota before and after, to which other calls may have added. */
export type Charge = { amount: number; about: boolean };

export type ChargeSigns = {
  /** As the gateway said it of this very call. */
  charge?: number | null | undefined;
  /** What a stream's final event counts. */
  totalTokens?: number | undefined;
  before?: Consumption | undefined;
  after?: Consumption | undefined;
};

/** The gateway's own word first, then the tokens counted, then what the quota moved by; undefined when nothing tells. */
export function chargeOf({ charge, totalTokens, before, after }: ChargeSigns): Charge | undefined {
  if (typeof charge === 'number') return { amount: charge, about: false };
  if (totalTokens !== undefined) return { amount: totalTokens, about: false };
  if (before === undefined || after === undefined || after.used < before.used) return undefined;
  return { amount: after.used - before.used, about: true };
}

import type { Consumption } from '#contract/envelope.ts';

/** What a call cost. `approximate`: derived from the quota before and after, which other calls may have changed. */
export type Charge = { amount: number; approximate: boolean };

type ChargeSources = {
  /** Charge of the call as reported by the gateway. */
  charge?: number | null | undefined;
  /** What a stream's final event counts. */
  totalTokens?: number | undefined;
  before?: Consumption | undefined;
  after?: Consumption | undefined;
};

/** The charge that the gateway reports, else the tokens counted, else the change of the quota; undefined without any of them. */
export function resolveCharge({ charge, totalTokens, before, after }: ChargeSources): Charge | undefined {
  if (typeof charge === 'number') return { amount: charge, approximate: false };
  if (totalTokens !== undefined) return { amount: totalTokens, approximate: false };
  if (before === undefined || after === undefined || after.used < before.used) return undefined;
  return { amount: after.used - before.used, approximate: true };
}

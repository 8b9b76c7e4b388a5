import type { Reason } from '#contract/unit-states.ts';

/** Whether another file or address may help: not where the server is to blame. */
export const isOfSource = (reason: Pick<Reason, 'code'> | null | undefined): boolean =>
  reason?.code !== 'data-damaged';

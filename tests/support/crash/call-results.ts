import type { FleetCall, Outcome } from '../fleet/fleet-client.ts';
import type { Call } from './tracked.ts';

export const responseOf = (body: unknown): unknown => (body as { Response: unknown }).Response;

/** The outcome of a call is unknown, or the call was refused against expectation. */
export class NoAnswerError extends Error {
  constructor(path: string, outcome: Outcome) {
    super(`${path}: ${outcome.kind === 'refused' ? `${outcome.status} ${outcome.fault}` : outcome.kind}`);
    this.name = 'NoAnswerError';
  }
}

/** The `Response` of a call that has to be answered. */
export async function ask<Answer>(call: Call, request: FleetCall): Promise<Answer> {
  const outcome: Outcome = await call(request);
  if (outcome.kind !== 'done') throw new NoAnswerError(request.path, outcome);
  return responseOf(outcome.body) as Answer;
}

import type { Run } from './run.ts';

/** True when the gateway says that the sources hold no answer, or found no document at all. */
export function isNotFound({ documents, phase, kind }: Run): boolean {
  return phase === 'done' && (kind === 'not-found' || documents?.length === 0);
}

import { errorFacts } from '#gateway/error-facts.ts';

/**
 * What nobody caught ends the process, as Node would, but in one line of the log and without its message, which may
 * quote what somebody wrote. `tell` calls back once the line is out.
 */
export function logCrashes(tell: (facts: Record<string, unknown>, done: () => void) => void): void {
  process.on('uncaughtException', (error) => tell(errorFacts(error), () => process.exit(1)));
}

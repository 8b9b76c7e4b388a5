import { describeErrorForLog } from '#gateway/core/describe-error.ts';

/**
 * What nobody caught ends the process, as Node would, but in one line of the log and without its message, which may
 * quote what somebody wrote. `write` calls back once the line is out.
 */
export function logCrashes(write: (facts: Record<string, unknown>, done: () => void) => void): void {
  process.on('uncaughtException', (error) => write(describeErrorForLog(error), () => process.exit(1)));
}

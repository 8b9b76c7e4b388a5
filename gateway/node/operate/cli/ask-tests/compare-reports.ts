import * as z from 'zod/mini';
import { TEST_OUTCOMES } from '#contract/tests.ts';
import type { AskedTest } from './ask-tests.ts';

/** What `--json` printed, as far as it is compared. */
const earlierSchema = z.object({
  startedOn: z.string(),
  tests: z.array(
    z.object({ question: z.string(), set: z.nullable(z.string()), outcome: z.enum(TEST_OUTCOMES) }),
  ),
});
export type EarlierReport = z.infer<typeof earlierSchema>;

/** Pairs of tests that both reports judged, with the questions whose tests were lost and gained. */
export interface Comparison {
  earlierOn: string;
  pairs: number;
  lost: string[];
  gained: string[];
  /** Two-sided p-value of the exact McNemar test: how likely so uneven a change is by chance. */
  pValue: number;
}

/** Undefined: the text is no report of the command. */
export function readEarlierReport(text: string): EarlierReport | undefined {
  try {
    return earlierSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Tests are the same by question and set. */
export function compareReports(earlier: EarlierReport, results: readonly AskedTest[]): Comparison {
  const keyOf = (question: string, set: string | null) => JSON.stringify([question, set]);
  const before = new Map(earlier.tests.map(({ question, set, outcome }) => [keyOf(question, set), outcome]));
  const pairs = results.flatMap(({ test: { question, set }, outcome }) => {
    const earlierOutcome = before.get(keyOf(question, set)) ?? 'not-judged';
    if (outcome === 'not-judged' || earlierOutcome === 'not-judged') return [];
    return [{ question, passed: earlierOutcome === 'passes', passes: outcome === 'passes' }];
  });
  const questions = (passed: boolean) =>
    pairs.filter((pair) => pair.passed === passed && pair.passes !== passed).map(({ question }) => question);
  const [lost, gained] = [questions(true), questions(false)];
  return {
    earlierOn: earlier.startedOn,
    pairs: pairs.length,
    lost,
    gained,
    pValue: mcNemar(lost.length, gained.length),
  };
}

/** Exact: changes one way among all changes, were each as likely either way. */
export function mcNemar(lost: number, gained: number): number {
  const changes = lost + gained;
  let logTerm = -changes * Math.LN2;
  let sum = 0;
  for (let count = 0; count <= Math.min(lost, gained); count++) {
    sum += Math.exp(logTerm);
    logTerm += Math.log((changes - count) / (count + 1));
  }
  return Math.min(1, 2 * sum);
}

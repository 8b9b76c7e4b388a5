import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Change } from '#gateway/modules/audit/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { GivenVerdict } from '#gateway/modules/runs/model.ts';
import { testFields, testSubject } from './audit-tests.ts';

interface JudgingCall {
  ports: Pick<Ports, 'tests'>;
  botId: number;
  key: Pick<StoredKey, 'family'>;
  audit: (change: Change) => void;
}

/** Deletes the tests that verdicts of the key made of a run that nobody calls right any more, unless somebody changed them. */
export async function takeBackTests(
  { ports: { tests }, botId, key, audit }: JudgingCall,
  runId: string,
  verdicts: readonly GivenVerdict[],
): Promise<void> {
  if (verdicts.some(({ verdict }) => verdict === 'right')) return;
  for (const test of await tests.madeFrom(botId, runId)) {
    const isUnchanged = test.modifiedOn.getTime() === test.createdOn.getTime();
    if (test.family !== key.family || !isUnchanged) continue;
    const stored = await tests.get(botId, test.id);
    if (stored?.history[0]?.ofVerdict && (await tests.remove(botId, test.id)))
      audit({ subject: testSubject(test), before: testFields(test), after: null });
  }
}

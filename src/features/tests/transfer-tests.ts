import { foldText } from '#common/fold-text.ts';
import type { FileTest } from '#common/test-file.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { createTest, createTestSet, listTests } from '#contract/operations/tests.ts';
import type { Test, TestSet } from '#contract/tests.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';

/** All tests of a bot as files hold them, oldest first. */
export async function fetchAllTests(gateway: GatewayClient): Promise<FileTest[]> {
  const tests: FileTest[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query = { limit: PAGE_LIMITS.max, before };
    const page: { items: Test[]; sets: TestSet[]; next: string | null } = await gateway.call(listTests, {
      query,
    });
    const names = new Map(page.sets.map(({ id, name }) => [id, name]));
    tests.push(...page.items.map((test) => toFileTest(test, names)));
    before = page.next;
  }
  return tests.toReversed();
}

const toFileTest = (
  { question, request, expectation, setId, tags }: Test,
  names: ReadonlyMap<number, string>,
): FileTest => ({
  question,
  indexNames: request.IndexNames,
  expectation,
  set: setId === null ? null : (names.get(setId) ?? null),
  tags,
});

/** A test that could not be added. */
export type RefusedTest = { line: number; question: string; error: unknown };

type Import = {
  gateway: GatewayClient;
  tests: readonly (FileTest & { line: number })[];
  signal: AbortSignal;
  onProgress: (added: number, refused: readonly RefusedTest[]) => void;
};

/** Adds tests one after the other, each asked at once, and the sets that they name. Ends early when it is stopped. */
export async function importTests({ gateway, tests, signal, onProgress }: Import): Promise<void> {
  const { sets } = await gateway.call(listTests, { query: { limit: '1' }, signal });
  // Sets are one by their folded names, as the gateway compares them.
  const setIds = new Map(sets.map(({ id, name }) => [foldText(name), id]));
  const setOf = async (name: string | null): Promise<number | null> => {
    if (name === null) return null;
    const id =
      setIds.get(foldText(name)) ?? (await gateway.call(createTestSet, { body: { name }, signal })).id;
    setIds.set(foldText(name), id);
    return id;
  };
  let added = 0;
  const refused: RefusedTest[] = [];
  for (const { line, question, indexNames, expectation, set, tags } of tests) {
    if (signal.aborted) return;
    try {
      const request = { IndexNames: indexNames };
      const body = { question, request, expectation, setId: await setOf(set), tags, keep: 'always' as const };
      await gateway.call(createTest, { body, signal });
      added += 1;
    } catch (error) {
      if (signal.aborted) return;
      refused.push({ line, question, error });
    }
    onProgress(added, [...refused]);
  }
}

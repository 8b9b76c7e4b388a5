import * as z from 'zod/mini';
import type { Target } from '#conformance/calls/call.ts';
import { type Fetch, send } from '#conformance/calls/send.ts';
import { fill, same } from '#conformance/text.ts';
import { cameText } from '#conformance/words.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { listTests } from '#contract/operations/tests.ts';
import { testListSchema, testSchema, testSetSchema } from '#contract/tests.ts';
import { AskingStopped, type TestToAsk } from './ask-tests.ts';
import { TEST_WORDS as WORDS } from './test-words.ts';

const TIMEOUT_MS = 30_000;
/** What is needed of the list, so that a later version of the gateway may say more or less. */
const pageSchema = z.object({
  items: z.array(z.pick(testSchema, { question: true, request: true, expectation: true, tags: true })),
  next: testListSchema.shape.next,
  sets: z.array(z.pick(testSetSchema, { id: true, name: true })),
});
const envelopeSchema = z.object({ Response: pageSchema });
type Page = z.infer<typeof pageSchema>;

/** The tests of a set that the gateway keeps, oldest first. Throws `AskingStopped`. */
export async function fetchSet(
  name: string,
  { target, fetch, signal }: { target: Target; fetch: Fetch; signal: AbortSignal },
): Promise<TestToAsk[]> {
  const list = async (query: Record<string, string>): Promise<Page> => {
    const call = { operation: listTests, query: `?${new URLSearchParams(query)}` };
    const { exchange } = await send(fetch, target, call, { timeoutMs: TIMEOUT_MS, signal });
    const { data } = envelopeSchema.safeParse(exchange.json);
    if (exchange.status !== 200 || !data)
      throw new AskingStopped(fill(WORDS.noTests, { came: cameText(exchange) }));
    return data.Response;
  };
  const { sets } = await list({ limit: '1' });
  const set = sets.find((candidate) => candidate.name === name);
  if (!set) {
    const names = sets.map((candidate) => `"${candidate.name}"`).join(', ');
    throw new AskingStopped(fill(WORDS.noSet, { name, names: same(names) }));
  }
  const tests: TestToAsk[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query = { set: String(set.id), limit: String(PAGE_LIMITS.max) };
    const page: Page = await list(before === '' ? query : { ...query, before });
    for (const { question, request, expectation, tags } of page.items) {
      const { IndexNames: indexNames, ...limits } = request;
      tests.push({ line: null, question, indexNames, request: limits, expectation, set: name, tags });
    }
    before = page.next;
  }
  return tests.reverse();
}

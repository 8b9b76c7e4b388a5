import { foldText } from '#common/fold-text.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { createTest, listTestSets, listTests } from '#contract/operations/tests.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { expectAnswer } from '#src/ui/test/expect-answer.ts';

export type KeptQuestions = Record<'kept' | 'existing' | 'refused', string[]>;

/** Whether a test asks the question already, of all units. */
async function isTest(gateway: GatewayClient, question: string): Promise<boolean> {
  const query = { search: question.slice(0, 200), limit: String(PAGE_LIMITS.max) };
  const { items } = await gateway.call(listTests, { query });
  const isSame = (other: string) => foldText(other) === foldText(question);
  return items.some((test) => test.request.IndexNames === null && isSame(test.question));
}

/** Keeps questions as tests that expect what their answers quote now; questions without an answer are not kept. */
export function useKeepQuestions() {
  return useGatewayMutation(
    async (gateway, questions: readonly string[]) => {
      const result: KeptQuestions = { kept: [], existing: [], refused: [] };
      const keep = async (question: string): Promise<keyof KeptQuestions> => {
        if (await isTest(gateway, question)) return 'existing';
        const attempt = { question, expectation: { band: 'answered' as const }, keep: 'never' as const };
        const { asked: answer } = await gateway.call(createTest, { body: attempt });
        const expectation = answer?.band === 'answered' ? expectAnswer(question, answer, 'right') : undefined;
        if (expectation === undefined) return 'refused';
        const body = { question, expectation, keep: 'if-passes' as const };
        return (await gateway.call(createTest, { body })).test === null ? 'refused' : 'kept';
      };
      // One at a time, as questions are searched one at a time.
      for (const question of questions) result[await keep(question)].push(question);
      return result;
    },
    { changes: [listTests.id, listTestSets.id], rereads: () => true },
  );
}

import type { PublishingRule } from '#contract/bots.ts';
import {
  type Evaluation,
  type EvaluationDetails,
  evaluationDetailsSchema,
  type NewTest,
  type TestList,
  type TestResult,
  testListSchema,
  testResultSchema,
} from '#contract/tests.ts';
import { draftListSchema, type KnowledgeDraft } from '#contract/versions.ts';
import { createEvaluationWorker } from '#gateway/modules/evaluation/services/evaluation-worker.ts';
import { createTestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

export const GUIDE = `# دليل الخدمات

## تجديد جواز السفر

مدة تجديد جواز السفر خمسة أيام عمل، ورسومه 300 ريال تدفع عبر المنصة.

## ساعات العمل

يفتح المكتب من الأحد إلى الخميس من الثامنة صباحًا حتى الثانية ظهرًا.
`;
export const FEES = {
  question: 'كم رسوم تجديد جواز السفر؟',
  expectation: { quotes: ['ورسومه 300 ريال'], band: 'answered' },
} satisfies NewTest;
export const HOURS = {
  question: 'متى يفتح المكتب؟',
  expectation: { quotes: ['يفتح المكتب من الأحد إلى الخميس'] },
} satisfies NewTest;
export const LOANS = {
  question: 'How many books may a member borrow?',
  expectation: { contains: ['six books'] },
} satisfies NewTest;
const LIBRARY = `# Borrowing

## Loans

A member may borrow six books for three weeks. Late books cost one pound a day.
`;

/** A draft as requests name it. */
export const keyOf = ({ unit, version }: KnowledgeDraft) => ({ unitId: unit.id, version: version.number });

/** A gateway with two units, and what is asked of its tests. */
export async function openEvaluation(options: TestGatewayOptions = {}) {
  const gateway = await createTestGateway(options);
  const guide = await gateway.addUnit('دليل الخدمات', GUIDE);
  const library = await gateway.addUnit('Library rules', LIBRARY);
  await gateway.indexAll();
  const worker = createEvaluationWorker(gateway.ports, { engine: '1' });
  const call = (method: string, path: string, json?: unknown, headers: Record<string, string | null> = {}) =>
    gateway.call(path, { method, headers, ...(json === undefined ? {} : { json }) });
  const read = async <Value>(schema: { parse(value: unknown): Value }, path: string, headers = {}) =>
    schema.parse(await responseOf(await call('GET', path, undefined, headers)));
  const drafts = async () => (await read(draftListSchema, '/api/Drafts/1')).items;

  return {
    gateway,
    guide,
    library,
    worker,
    call,
    async add(test: NewTest, headers: Record<string, string> = {}): Promise<TestResult> {
      return testResultSchema.parse(await responseOf(await call('POST', '/api/Tests/1', test, headers)));
    },
    list: (query = '', headers = {}): Promise<TestList> =>
      read(testListSchema, `/api/Tests/1${query}`, headers),
    details: (id: number, query = ''): Promise<EvaluationDetails> =>
      read(evaluationDetailsSchema, `/api/Tests/1/evaluations/${id}${query}`),
    drafts,
    /** Sends all drafts to an operation on drafts, such as `publish`. */
    onDrafts: async (operation: string, json: object = {}) =>
      call('POST', `/api/Drafts/1/${operation}`, { drafts: (await drafts()).map(keyOf), ...json }),
    setRules: (rules: { personChanges?: PublishingRule; ownChanges?: PublishingRule }) =>
      call('PUT', '/api/Bots/1', rules),
    /** Lets the quiet time pass, and asks the tests. */
    async evaluate(): Promise<Evaluation | null> {
      await worker.runDue();
      gateway.time.now = new Date(gateway.time.now.getTime() + 2_000);
      await worker.runDue();
      return (await read(testListSchema, '/api/Tests/1')).evaluation;
    },
    /** Replaces the text of the guide, and indexes it. */
    async change(text: string, unitId = guide): Promise<void> {
      const { response, size } = await gateway.upload('دليل.md', text);
      const file = (await response.json()) as { FileURL: string; FileName: string; FilePath: string };
      const source = {
        FileName: file.FileName,
        FileUrl: file.FileURL,
        FilePath: file.FilePath,
        FileSize: size,
      };
      await call('PUT', `/api/AIKnowledge/1/${unitId}`, { KnowledgeSource: 0, SourceContent: [source] });
      await gateway.indexAll();
    },
    async ask(question: string, headers: Record<string, string> = {}): Promise<string> {
      const response = await call(
        'POST',
        '/api/v1/RAG/Answer',
        { Question: question },
        { 'x-run': 'keep', ...headers },
      );
      return response.headers.get('x-request-id') ?? '';
    },
  };
}

export type OpenEvaluation = Awaited<ReturnType<typeof openEvaluation>>;

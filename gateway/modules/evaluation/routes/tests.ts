import { foldText } from '#common/fold-text.ts';
import { TEST_DRAFT_LIMITS } from '#contract/limits.ts';
import { type TestDraft as TestDraftView, testRequestSchema } from '#contract/tests.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Call, type CallOf, routesOf } from '#gateway/http/call.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import { UNCHANGED } from '#gateway/modules/audit/services/record-audit-event.ts';
import { NO_SET, type StoredTest, type TestDraft } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { testFields, testSubject } from '#gateway/modules/evaluation/services/audit-tests.ts';
import { askedBy, draftFromRun } from '#gateway/modules/evaluation/services/draft-from-run.ts';
import { draftUnit } from '#gateway/modules/evaluation/services/draft-tests.ts';
import {
  acceptAnswer,
  addTest,
  editTest,
  type KeptTest,
} from '#gateway/modules/evaluation/services/keep-test.ts';
import {
  mayDelete,
  viewOneTest,
  viewOverview,
  viewTests,
} from '#gateway/modules/evaluation/services/view-tests.ts';
import { readableRun } from '#gateway/modules/runs/services/readable-run.ts';
import { selectUnits } from '#gateway/modules/units/services/select-units.ts';

type Tools = Pick<SearchTools, 'segments' | 'synonyms' | 'searches'>;

/** Tests of a bot (extension). */
export function testRoutes(tools: Tools) {
  return routesOf<Ports>()({
    async listTests({ ports, botId, key, query }) {
      const { set, outcome, tag, mine, search, order, before, limit } = query;
      const [since, id] = (before?.split('-') ?? []).map(Number);
      const tests = await ports.tests.list(botId, {
        ...(set === undefined ? {} : { setId: set === 'none' ? NO_SET : Number(set) }),
        ...(outcome === undefined ? {} : { outcome }),
        ...(tag === undefined ? {} : { tag }),
        ...(mine === undefined ? {} : { family: key.family }),
        ...(search?.trim() ? { search: search.trim() } : {}),
        ...(since === undefined || id === undefined ? {} : { before: { key: since, id } }),
        order,
        // One more tells whether there is a further page.
        limit: limit + 1,
      });
      const last = tests.length > limit ? tests[limit - 1] : undefined;
      const items = await viewTests(ports, key, tests.slice(0, limit));
      const next = last ? `${last.since.getTime()}-${last.id}` : null;
      return { answer: { items, next, ...(await viewOverview(ports, botId)) } };
    },

    async draftTests({ ports, botId, body: { IndexNames, after, perUnit } }) {
      const { units } = await selectUnits(ports, botId, IndexNames ?? undefined);
      const rest = units.filter(({ id }) => id > after).toSorted((a, b) => a.id - b.id);
      const batch = rest.slice(0, TEST_DRAFT_LIMITS.units);
      const drafts: TestDraftView[] = [];
      for (const unit of batch) drafts.push(...(await draftUnit(ports, botId, unit, perUnit)));
      const tests = new Set((await ports.tests.questions(botId)).map(foldText));
      const items = drafts.filter(({ question }) => !tests.has(foldText(question)));
      const next = rest.length > batch.length ? (batch.at(-1)?.id ?? null) : null;
      return { answer: { items, units: units.length, next } };
    },

    async getTest({ ports, botId, key, params: { testId } }) {
      const { test, history } = await find(ports, botId, testId);
      const view = await viewOneTest(ports, key, test);
      const entries = history.map(({ on, by, origin, runId, expectation }) => {
        return { on: new Date(on).toISOString(), by, origin, runId, expectation };
      });
      return { answer: { ...view, history: entries } };
    },

    async createTest(call) {
      const { body } = call;
      const { setId, tags, keep } = body;
      const draft = { ...(await draftOf(call)), setId: setId ?? NO_SET, tags };
      const origin = body.run === undefined || body.expectation ? 'written' : body.verdict;
      const added = await addTest(call, tools, draft, { keep, origin, fromRunId: body.run ?? null });
      return reportTest(call, added, undefined);
    },

    async updateTest(call) {
      const { ports, botId, body, params } = call;
      const { test } = await find(ports, botId, params.testId);
      const { setId, question, request, expectation, tags, keep } = body;
      const edited = await editTest(call, tools, test, {
        ...(question === undefined ? {} : { question }),
        ...(request === undefined ? {} : { request }),
        ...(expectation === undefined ? {} : { expectation }),
        ...(tags === undefined ? {} : { tags }),
        ...(setId === undefined ? {} : { setId: setId ?? NO_SET }),
        keep,
      });
      return reportTest(call, edited, test);
    },

    async acceptAnswer(call) {
      const { ports, botId, key, body, params } = call;
      const { test } = await find(ports, botId, params.testId);
      const run = body.run === undefined ? undefined : await readableRun(ports, botId, key, body.run);
      return reportTest(call, await acceptAnswer(call, tools, test, run), test);
    },

    async deleteTest({ ports, botId, key, params: { testId: id }, audit }) {
      const { test } = await find(ports, botId, id);
      if (!mayDelete(test, key)) throw new GatewayFault('not-allowed');
      const view = await viewOneTest(ports, key, test);
      if (!(await ports.tests.remove(botId, id))) throw new GatewayFault('test-not-found', { id });
      audit({ subject: testSubject(test), before: testFields(test), after: null });
      return { answer: view };
    },
  });
}

async function find({ tests }: Pick<Ports, 'tests'>, botId: number, id: number) {
  const stored = await tests.get(botId, id);
  if (!stored) throw new GatewayFault('test-not-found', { id });
  return stored;
}

/** Question, request and expectation of the body, or of the run in the body. */
async function draftOf({
  ports,
  botId,
  key,
  body,
}: CallOf<'createTest'>): Promise<Pick<TestDraft, 'question' | 'request' | 'expectation'>> {
  const { question, request, expectation, run, verdict, documents, quotes } = body;
  if (run !== undefined) {
    const stored = await readableRun(ports, botId, key, run);
    if (expectation === undefined) return draftFromRun(stored, { verdict, documents, quotes });
    return { ...askedBy(stored), expectation };
  }
  if (question === undefined || expectation === undefined)
    throw new GatewayFault('expectation-empty', {}, { field: 'expectation' });
  return { question, expectation, request: request ?? testRequestSchema.parse({}) };
}

function reportTest(
  { audit }: Pick<Call, 'audit'>,
  { result, test }: KeptTest,
  before: StoredTest | undefined,
) {
  const named = test ?? before;
  const change = test && { before: before ? testFields(before) : null, after: testFields(test) };
  const subject = named ? testSubject(named) : ({ kind: 'test', id: '', name: '' } as const);
  audit({ subject, ...(change ?? UNCHANGED) });
  return { answer: result };
}

import { TEST_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { TestSet } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { SetConflict } from '#gateway/modules/evaluation/ports/tests.ts';
import { setFields, setSubject } from '#gateway/modules/evaluation/services/audit-tests.ts';
import { viewOverview, viewSet } from '#gateway/modules/evaluation/services/view-tests.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** Test sets of a bot (extension). */
export const testSetRoutes = routesOf<Ports>()({
  listTestSets: async ({ ports, botId }) => ({ answer: await viewOverview(ports, botId) }),

  async createTestSet({ ports, botId, key, body, audit }) {
    const added = await ports.tests.addSet(botId, { ...body, keyName: actorName(key) }, TEST_LIMITS.sets);
    const set = withoutConflict(added);
    audit({ subject: setSubject(set), before: null, after: setFields(set) });
    return { answer: viewSet(set, []) };
  },

  async updateTestSet({ ports, botId, body, params: { setId }, audit }) {
    const before = await find(ports, botId, setId);
    const { name, tags } = body;
    const changed = await ports.tests.changeSet(botId, setId, { name, tags });
    if (!changed) throw new GatewayFault('test-set-not-found', { id: setId });
    const set = withoutConflict(changed);
    audit({ subject: setSubject(set), before: setFields(before), after: setFields(set) });
    return { answer: viewSet(set, await ports.tests.count(botId)) };
  },

  async deleteTestSet({ ports, botId, query, params: { setId }, audit }) {
    const set = await find(ports, botId, setId);
    const view = viewSet(set, await ports.tests.count(botId));
    const deletedTests = await ports.tests.removeSet(botId, setId, query.tests === 'delete');
    if (deletedTests === undefined) throw new GatewayFault('test-set-not-found', { id: setId });
    audit({ subject: setSubject(set), before: { ...setFields(set), tests: deletedTests }, after: null });
    return { answer: { set: view, deletedTests } };
  },
});

async function find({ tests }: Pick<Ports, 'tests'>, botId: number, id: number): Promise<TestSet> {
  const set = await tests.getSet(botId, id);
  if (!set) throw new GatewayFault('test-set-not-found', { id });
  return set;
}

function withoutConflict(result: TestSet | SetConflict): TestSet {
  if (!('conflict' in result)) return result;
  if (result.conflict === 'full') throw new GatewayFault('test-sets-full', { max: TEST_LIMITS.sets });
  const { name, id } = result.set;
  throw new GatewayFault('test-set-known', { name, id }, { field: 'name' });
}

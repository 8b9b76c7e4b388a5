import {
  modelPurposeSchema,
  modelScopeQuerySchema,
  modelServerChangeSchema,
  modelTestSchema,
  type ModelServers,
  type ModelTestResult,
} from '#contract/models.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { wordFault } from '#gateway/messages/words.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { ModelPurpose, StoredModelServer } from '#gateway/model.ts';
import { botsOf } from '#gateway/services/access/covering.ts';
import {
  listServers,
  openDraft,
  removeServer,
  type ServerView,
  type ServerWish,
  setServer,
} from '#gateway/services/models/manage-servers.ts';
import { requireServer } from '#gateway/services/models/resolve-server.ts';
import { modelFields, modelSubject, tellServer } from '#gateway/services/models/tell-server.ts';
import { testServer } from '#gateway/services/models/test-server.ts';
import type * as z from 'zod/mini';

/** The model servers of a bot: which there are, to set, to try and to take away. */
export const modelRoutes = {
  listModels: bind({
    async handle(call) {
      return { response: await listOf(call) };
    },
  }),

  setModel: bind({
    body: modelServerChangeSchema,
    async handle(call) {
      const { ports, botId, key, body, audit } = call;
      const purpose = purposeOf(call);
      const { before, after } = await setServer(ports, key, botId, purpose, toWish(body));
      audit({
        subject: modelSubject(purpose, after),
        ...tellServer(before, after),
        bots: await concerned(call, after),
      });
      return { response: await listOf(call) };
    },
  }),

  removeModel: bind({
    query: modelScopeQuerySchema,
    async handle(call) {
      const { ports, botId, key, query, audit } = call;
      const purpose = purposeOf(call);
      const removed = await removeServer(ports, key, botId, purpose, query.scope);
      const bots = await concerned(call, removed);
      audit({ subject: modelSubject(purpose, removed), before: modelFields(removed), after: null, bots });
      return { response: await listOf(call) };
    },
  }),

  testModel: bind({
    body: modelTestSchema,
    async handle(call) {
      const { ports, botId, key, body, language, request } = call;
      const purpose = purposeOf(call);
      const server = body.draft
        ? await openDraft(ports, key, botId, purpose, toWish(body.draft))
        : await requireServer(ports, botId, purpose);
      const { fault, ...outcome } = await testServer(ports, server, request.signal);
      // Whoever may try addresses can find out what answers where: that leaves a trace.
      const { host } = new URL(server.url);
      ports.log.info('model-tested', { botId, keyId: key.id, purpose, host, fault: fault?.code ?? null });
      const response: ModelTestResult = {
        ok: fault === null,
        ...outcome,
        fault: fault && {
          code: fault.code,
          parameters: fault.parameters,
          message: wordFault(fault.code, fault.parameters, language),
        },
      };
      return { response };
    },
  }),
};

async function listOf({ ports, botId, key }: Pick<Call, 'ports' | 'botId' | 'key'>): Promise<ModelServers> {
  const servers = await listServers(ports, botId);
  return {
    items: servers.map(({ purpose, inForce, bot, all, environment, setting }) => ({
      purpose,
      inForce: inForce && viewToWire(inForce),
      bot: bot && viewToWire(bot),
      all: all && viewToWire(all),
      environment: environment && viewToWire(environment),
      setting,
    })),
    allManageable: key.allBots,
  };
}

function viewToWire({ changedOn, ...view }: ServerView) {
  return { ...view, changedOn: changedOn?.toISOString() ?? null };
}

/** What is not named is absent, not undefined. */
function toWish({ key, over, ...settings }: z.output<typeof modelServerChangeSchema>): ServerWish {
  return {
    ...settings,
    ...(key === undefined ? {} : { key }),
    ...(over === undefined ? {} : { over: over === null ? null : new Date(over) }),
  };
}

/** What is for all concerns every bot. */
async function concerned(
  { ports, botId, key }: Pick<Call, 'ports' | 'botId' | 'key'>,
  { botId: target }: StoredModelServer,
) {
  return target === 0 ? botsOf(key, await ports.bots.all()) : [botId];
}

function purposeOf({ values, request }: Pick<Call, 'values' | 'request'>): ModelPurpose {
  const { success, data } = modelPurposeSchema.safeParse(values['purpose']);
  if (!success) throw new GatewayFault('no-such-endpoint', { path: new URL(request.url).pathname });
  return data;
}

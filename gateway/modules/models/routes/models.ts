import type * as z from 'zod/mini';
import type { ModelServers, modelServerChangeSchema } from '#contract/models.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import { botsGrantedBy } from '#gateway/modules/access/services/principal.ts';
import type { StoredModelServer } from '#gateway/modules/models/model.ts';
import type { Ports } from '#gateway/modules/models/ports/ports.ts';
import {
  listServers,
  type ModelServerOptions,
  modelFields,
  modelServerChange,
  modelSubject,
  openDraft,
  removeServer,
  type ServerView,
  setServer,
} from '#gateway/modules/models/services/manage-servers.ts';
import { requireServer } from '#gateway/modules/models/services/resolve-server.ts';
import { testServer } from '#gateway/modules/models/services/test-server.ts';

/** The model servers of a bot: which there are, to set, to try and to take away. */
export const modelRoutes = routesOf<Ports>()({
  async listModels(call) {
    return { answer: await listOf(call) };
  },

  async setModel(call) {
    const { ports, botId, key, body, audit } = call;
    const { purpose } = call.params;
    const { before, after } = await setServer(ports, key, botId, purpose, toModelServerOptions(body));
    audit({
      subject: modelSubject(purpose, after),
      ...modelServerChange(before, after),
      bots: await affectedBots(call, after),
    });
    return { answer: await listOf(call) };
  },

  async removeModel(call) {
    const { ports, botId, key, query, audit } = call;
    const { purpose } = call.params;
    const removed = await removeServer(ports, key, botId, purpose, query.scope);
    const bots = await affectedBots(call, removed);
    audit({ subject: modelSubject(purpose, removed), before: modelFields(removed), after: null, bots });
    return { answer: await listOf(call) };
  },

  async testModel(call) {
    const { ports, botId, key, body, language } = call;
    const { purpose } = call.params;
    const server = body.draft
      ? await openDraft(ports, key, botId, purpose, toModelServerOptions(body.draft))
      : await requireServer(ports, botId, purpose);
    const { fault, ...outcome } = await testServer(ports, server, call.signal);
    // Whoever may try addresses can find out what answers where: that leaves a trace.
    const { host } = new URL(server.url);
    ports.log.info('model-tested', { botId, keyId: key.id, purpose, host, fault: fault?.code ?? null });
    const answer = {
      ok: fault === null,
      ...outcome,
      fault: fault && {
        code: fault.code,
        parameters: fault.parameters,
        message: faultMessage(fault.code, fault.parameters, language),
      },
    };
    return { answer };
  },
});

async function listOf({
  ports,
  botId,
  key,
}: Pick<Call<Ports>, 'ports' | 'botId' | 'key'>): Promise<ModelServers> {
  const servers = await listServers(ports, botId);
  return {
    items: servers.map(({ purpose, inForce, bot, all, environment, setting }) => ({
      purpose,
      inForce: inForce && toApiModelServer(inForce),
      bot: bot && toApiModelServer(bot),
      all: all && toApiModelServer(all),
      environment: environment && toApiModelServer(environment),
      setting,
    })),
    allManageable: key.allBots,
  };
}

function toApiModelServer({ changedOn, ...view }: ServerView) {
  return { ...view, changedOn: changedOn?.toISOString() ?? null };
}

/** What is not named is absent, not undefined. */
function toModelServerOptions({
  key,
  expectedChangedOn,
  ...settings
}: z.output<typeof modelServerChangeSchema>): ModelServerOptions {
  return {
    ...settings,
    ...omitUndefined({
      key,
      expectedOn: typeof expectedChangedOn === 'string' ? new Date(expectedChangedOn) : expectedChangedOn,
    }),
  };
}

/** What is for all concerns every bot. */
async function affectedBots(
  { ports, botId, key }: Pick<Call<Ports>, 'ports' | 'botId' | 'key'>,
  { botId: target }: StoredModelServer,
) {
  return target === 0 ? botsGrantedBy(key, await ports.bots.all()) : [botId];
}

import { classifyAddress } from '#gateway/core/address-kind.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Principal } from '#gateway/modules/access/services/principal.ts';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import type {
  ModelPurpose,
  ModelServer,
  ModelSettings,
  StoredModelServer,
  VoiceSetting,
} from '#gateway/modules/models/model.ts';
import type { Ports } from '#gateway/modules/models/ports/ports.ts';
import {
  effectiveServer,
  modelKeyContext,
  openServer,
  type ResolverPorts,
  SETTING_BY_PURPOSE,
  sealerOf,
  settingsOf,
} from './resolve-server.ts';

type ManagerPorts = ResolverPorts & Pick<Ports, 'clock'>;

type ModelScope = 'bot' | 'all';

/** A server to save. `key`: absent keeps the saved key, null removes it. */
export interface ModelServerOptions extends ModelSettings {
  scope: ModelScope;
  key?: string | null;
  /** Save date of the server to replace, null when no server is saved; absent: no check. */
  expectedOn?: Date | null;
}

/** A server as shown to its owners: without its key. */
export interface ServerView extends ModelSettings {
  from: ModelServer['from'];
  hasKey: boolean;
  keyLost: boolean;
  privateAddress: boolean;
  changedOn: Date | null;
}

interface ServersOfPurpose {
  purpose: ModelPurpose;
  inForce: ServerView | null;
  bot: ServerView | null;
  all: ServerView | null;
  environment: ServerView | null;
  setting: string;
}

const PURPOSES = Object.keys(SETTING_BY_PURPOSE) as ModelPurpose[];

/** Of every purpose what is set for the bot, for all and by the environment, and which of them counts. */
export async function listServers(ports: ResolverPorts, botId: number): Promise<ServersOfPurpose[]> {
  const stored = await ports.modelServers.listCached(botId);
  return Promise.all(
    PURPOSES.map(async (purpose) => {
      const saved = stored.filter((server) => server.purpose === purpose);
      const views = await Promise.all(saved.map((server) => viewStored(ports, server)));
      const bot = views.find(({ from }) => from === 'bot') ?? null;
      const all = views.find(({ from }) => from === 'all') ?? null;
      const named = ports.settings.modelServers[purpose];
      const environment = named ? viewOf(named, null) : null;
      const counts = effectiveServer(stored, botId, purpose) ? (bot ?? all) : environment;
      const works = counts?.enabled === true && !counts.keyLost;
      return {
        purpose,
        inForce: works ? counts : null,
        bot,
        all,
        environment,
        setting: SETTING_BY_PURPOSE[purpose],
      };
    }),
  );
}

/** Saves a server for the bot or for all. The same twice changes nothing but its date. */
export async function setServer(
  ports: ManagerPorts,
  principal: Principal,
  botId: number,
  purpose: ModelPurpose,
  options: ModelServerOptions,
): Promise<{ before: StoredModelServer | undefined; after: StoredModelServer }> {
  const target = targetOf(principal, botId, options.scope);
  checkAddress(options.url);
  const before = await ports.modelServers.get(target, purpose);
  const stale = () => new GatewayFault('stale-model', { purpose });
  if (options.expectedOn !== undefined && options.expectedOn?.getTime() !== before?.changedOn.getTime())
    throw stale();
  const sealedKey = await sealedKeyOf(ports, target, purpose, options, before);
  const now = ports.clock.now().getTime();
  // Later than the replaced version, so that no two versions have the same date.
  const changedOn = new Date(before ? Math.max(now, before.changedOn.getTime() + 1) : now);
  const after = { ...settingsOf(options), botId: target, purpose, sealedKey, changedOn };
  if (!(await ports.modelServers.put(after, before?.changedOn ?? null))) throw stale();
  return { before, after };
}

export async function removeServer(
  { modelServers }: Pick<Ports, 'modelServers'>,
  principal: Principal,
  botId: number,
  purpose: ModelPurpose,
  scope: ModelScope,
): Promise<StoredModelServer> {
  const removed = await modelServers.remove(targetOf(principal, botId, scope), purpose);
  if (!removed) throw new GatewayFault('model-not-set', { purpose });
  return removed;
}

/** A server that is only tried: with the key of the draft, else the one that is saved for the same place. */
export async function openDraft(
  ports: ManagerPorts,
  principal: Principal,
  botId: number,
  purpose: ModelPurpose,
  options: ModelServerOptions,
): Promise<ModelServer> {
  const target = targetOf(principal, botId, options.scope);
  checkAddress(options.url);
  const server = { ...settingsOf(options), purpose, from: options.scope };
  if (options.key !== undefined) return { ...server, key: options.key };
  const saved = await ports.modelServers.get(target, purpose);
  if (!saved || saved.sealedKey === null) return { ...server, key: null };
  if (!isSameOrigin(saved.url, options.url)) throw keyNeeded(purpose);
  return { ...server, key: (await openServer(ports, saved)).key };
}

/** Bot 0 is all of them, which only a key may change that is good for all. */
function targetOf(principal: Principal, botId: number, scope: ModelScope): number {
  if (scope === 'bot') return botId;
  if (!principal.allBots) throw new GatewayFault('not-allowed');
  return 0;
}

function checkAddress(url: string): void {
  if (classifyAddress(url) === 'refused')
    throw new GatewayFault('model-address-refused', { url }, { field: 'url' });
}

async function sealedKeyOf(
  { settings }: ManagerPorts,
  target: number,
  purpose: ModelPurpose,
  { key, url }: ModelServerOptions,
  before: StoredModelServer | undefined,
): Promise<string | null> {
  if (key === null) return null;
  if (key !== undefined) return sealerOf(settings.sealingKey).seal(key, modelKeyContext(target, purpose));
  const sealedKey = before?.sealedKey ?? null;
  if (sealedKey !== null && before && !isSameOrigin(before.url, url)) throw keyNeeded(purpose);
  return sealedKey;
}

/** Whether two addresses have one scheme, host and port: the server there knows the key already. */
const isSameOrigin = (url: string, other: string): boolean => new URL(url).origin === new URL(other).origin;

const keyNeeded = (purpose: ModelPurpose) =>
  new GatewayFault('model-key-needed', { purpose }, { field: 'key' });

async function viewStored(ports: ResolverPorts, stored: StoredModelServer): Promise<ServerView> {
  const { sealedKey, changedOn, botId } = stored;
  const keyLost = await openServer(ports, stored).then(
    () => false,
    (error: unknown) => {
      if (error instanceof GatewayFault) return true;
      throw error;
    },
  );
  const from = botId === 0 ? 'all' : 'bot';
  return { ...viewOf({ ...settingsOf(stored), from, key: sealedKey }, changedOn), keyLost };
}

function viewOf(
  server: ModelSettings & Pick<ModelServer, 'from' | 'key'>,
  changedOn: Date | null,
): ServerView {
  return {
    ...settingsOf(server),
    from: server.from,
    hasKey: server.key !== null,
    keyLost: false,
    privateAddress: classifyAddress(server.url) === 'private',
    changedOn,
  };
}

/** The audit subject of a model server: its purpose, named by its model. */
export function modelSubject(
  purpose: ModelPurpose,
  { model }: Pick<StoredModelServer, 'model'>,
): AuditSubject {
  return { kind: 'model', id: purpose, name: model };
}

/** What the audit shows of a server: where it is and whether it has a key, never the key. */
export function modelFields(server: StoredModelServer) {
  const { botId, enabled, url, model, modelV2, sealedKey, voices, contextTokens } = server;
  const { firstSeconds, silenceSeconds, concurrency } = server;
  return {
    scope: botId === 0 ? 'all' : 'bot',
    enabled,
    url,
    privateAddress: classifyAddress(url) === 'private',
    model,
    modelV2,
    hasKey: sealedKey !== null,
    voices: voices.map(printVoice),
    firstSeconds,
    silenceSeconds,
    concurrency,
    contextSize: contextTokens,
  };
}

/** The audited fields before and after; `newKey` marks a replaced key, which no other field would show. */
export function modelServerChange(before: StoredModelServer | undefined, after: StoredModelServer) {
  const isNewKey = before !== undefined && after.sealedKey !== null && before.sealedKey !== after.sealedKey;
  return {
    before: before ? modelFields(before) : null,
    after: { ...modelFields(after), ...(isNewKey ? { newKey: true } : {}) },
  };
}

const printVoice = ({ id, languages }: VoiceSetting) =>
  languages.length === 0 ? id : `${id}: ${languages.join(', ')}`;

import { GatewayFault } from '#gateway/errors.ts';
import type { ModelPurpose, ModelServer, ModelSettings, StoredModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Authority } from '#gateway/services/access/covering.ts';
import { judgeAddress } from './model-address.ts';
import {
  modelKeyContext,
  openServer,
  type ResolverPorts,
  sealerOf,
  SETTING_OF,
  settingsOf,
  whatCounts,
} from './resolve-server.ts';

export type ManagerPorts = ResolverPorts & Pick<Ports, 'clock'>;

export type ModelScope = 'bot' | 'all';

/** What somebody wants saved. `key`: absent keeps the one there is, null takes it away. */
export interface ServerWish extends ModelSettings {
  scope: ModelScope;
  key?: string | null;
  /** When what it replaces was saved, null for nothing; absent: whatever is there. */
  over?: Date | null;
}

/** A server as its owners may see it. */
export interface ServerView extends ModelSettings {
  from: ModelServer['from'];
  hasKey: boolean;
  keyLost: boolean;
  privateAddress: boolean;
  changedOn: Date | null;
}

export interface ServersOfPurpose {
  purpose: ModelPurpose;
  inForce: ServerView | null;
  bot: ServerView | null;
  all: ServerView | null;
  environment: ServerView | null;
  setting: string;
}

const PURPOSES = Object.keys(SETTING_OF) as ModelPurpose[];

/** Of every purpose what is set for the bot, for all and by the environment, and which of them counts. */
export async function listServers(ports: ResolverPorts, botId: number): Promise<ServersOfPurpose[]> {
  const standing = await ports.modelServers.standing(botId);
  return Promise.all(
    PURPOSES.map(async (purpose) => {
      const saved = standing.filter((one) => one.purpose === purpose);
      const views = await Promise.all(saved.map((one) => viewStored(ports, one)));
      const bot = views.find(({ from }) => from === 'bot') ?? null;
      const all = views.find(({ from }) => from === 'all') ?? null;
      const named = ports.settings.modelServers[purpose];
      const environment = named ? viewOf(named, null) : null;
      const counts = whatCounts(standing, botId, purpose) ? (bot ?? all) : environment;
      const works = counts?.enabled === true && !counts.keyLost;
      return { purpose, inForce: works ? counts : null, bot, all, environment, setting: SETTING_OF[purpose] };
    }),
  );
}

/** Saves a server for the bot or for all. The same twice changes nothing but its date. */
export async function setServer(
  ports: ManagerPorts,
  authority: Authority,
  botId: number,
  purpose: ModelPurpose,
  wish: ServerWish,
): Promise<{ before: StoredModelServer | undefined; after: StoredModelServer }> {
  const target = targetOf(authority, botId, wish.scope);
  checkAddress(wish.url);
  const before = await ports.modelServers.get(target, purpose);
  const stale = () => new GatewayFault('stale-model', { purpose });
  if (wish.over !== undefined && wish.over?.getTime() !== before?.changedOn.getTime()) throw stale();
  const sealedKey = await sealedKeyOf(ports, target, purpose, wish, before);
  const now = ports.clock.now().getTime();
  // Later than what it replaces, so that no two versions have one date.
  const changedOn = new Date(before ? Math.max(now, before.changedOn.getTime() + 1) : now);
  const after = { ...settingsOf(wish), botId: target, purpose, sealedKey, changedOn };
  if (!(await ports.modelServers.put(after, before?.changedOn ?? null))) throw stale();
  return { before, after };
}

export async function removeServer(
  { modelServers }: Pick<Ports, 'modelServers'>,
  authority: Authority,
  botId: number,
  purpose: ModelPurpose,
  scope: ModelScope,
): Promise<StoredModelServer> {
  const removed = await modelServers.remove(targetOf(authority, botId, scope), purpose);
  if (!removed) throw new GatewayFault('model-not-set', { purpose });
  return removed;
}

/** A server that is only tried: with the key of the draft, else the one that is saved for the same place. */
export async function openDraft(
  ports: ManagerPorts,
  authority: Authority,
  botId: number,
  purpose: ModelPurpose,
  wish: ServerWish,
): Promise<ModelServer> {
  const target = targetOf(authority, botId, wish.scope);
  checkAddress(wish.url);
  const server = { ...settingsOf(wish), purpose, from: wish.scope };
  if (wish.key !== undefined) return { ...server, key: wish.key };
  const saved = await ports.modelServers.get(target, purpose);
  if (!saved || saved.sealedKey === null) return { ...server, key: null };
  if (!isSamePlace(saved.url, wish.url)) throw keyNeeded(purpose);
  return { ...server, key: (await openServer(ports, saved)).key };
}

/** Bot 0 is all of them, which only a key may change that is good for all. */
function targetOf(authority: Authority, botId: number, scope: ModelScope): number {
  if (scope === 'bot') return botId;
  if (!authority.allBots) throw new GatewayFault('not-allowed');
  return 0;
}

function checkAddress(url: string): void {
  if (judgeAddress(url) === 'refused')
    throw new GatewayFault('model-address-refused', { url }, { field: 'url' });
}

async function sealedKeyOf(
  { settings }: ManagerPorts,
  target: number,
  purpose: ModelPurpose,
  { key, url }: ServerWish,
  before: StoredModelServer | undefined,
): Promise<string | null> {
  if (key === null) return null;
  if (key !== undefined) return sealerOf(settings.sealingKey).seal(key, modelKeyContext(target, purpose));
  const kept = before?.sealedKey ?? null;
  if (kept !== null && before && !isSamePlace(before.url, url)) throw keyNeeded(purpose);
  return kept;
}

/** Scheme, host and port: whoever answers there has seen the key already. */
const isSamePlace = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

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
    privateAddress: judgeAddress(server.url) === 'private',
    changedOn,
  };
}

import { GatewayFault } from '#gateway/core/errors.ts';
import {
  createSecretSealer,
  type Sealer,
  UnsealError,
} from '#gateway/modules/access/services/secret-sealer.ts';
import type {
  ModelPurpose,
  ModelServer,
  ModelSettings,
  StoredModelServer,
} from '#gateway/modules/models/model.ts';
import type { Ports } from '#gateway/modules/models/ports/ports.ts';

export type ResolverPorts = Pick<Ports, 'modelServers' | 'log'> & {
  settings: Pick<Ports['settings'], 'modelServers' | 'sealingKey'>;
};

/** The environment variable that names a purpose's server. */
export const SETTING_BY_PURPOSE: Record<ModelPurpose, string> = {
  chat: 'FIHRIST_CHAT_URL',
  embeddings: 'FIHRIST_EMBEDDINGS_URL',
  transcription: 'FIHRIST_TRANSCRIPTION_URL',
  speech: 'FIHRIST_SPEECH_URL',
};

/** What a server's key is sealed with: it opens nowhere else. */
export function modelKeyContext(botId: number, purpose: ModelPurpose): string {
  return `model-key ${botId} ${purpose}`;
}

/** The saved server that counts: the bot's own, else the server for all bots. */
export function effectiveServer(
  stored: readonly StoredModelServer[],
  botId: number,
  purpose: ModelPurpose,
): StoredModelServer | undefined {
  const saved = stored.filter((server) => server.purpose === purpose);
  return saved.find((server) => server.botId === botId) ?? saved.find((server) => server.botId === 0);
}

/**
 * The server that calls of this bot use: the bot's own, else that for all, else the environment's. Undefined when none is
 * set, the one that counts is switched off, or its key was lost (which is logged).
 */
export async function findServer(
  ports: ResolverPorts,
  botId: number,
  purpose: ModelPurpose,
): Promise<ModelServer | undefined> {
  const effective = effectiveServer(await ports.modelServers.listCached(botId), botId, purpose);
  if (!effective) return ports.settings.modelServers[purpose];
  if (!effective.enabled) return undefined;
  return openServer(ports, effective).catch((error: unknown) => {
    if (!(error instanceof GatewayFault)) throw error;
    logKeyLoss(ports, effective);
    return undefined;
  });
}

/** The same, or the refusal that says what to set. */
export async function requireServer(
  ports: ResolverPorts,
  botId: number,
  purpose: ModelPurpose,
): Promise<ModelServer> {
  const effective = effectiveServer(await ports.modelServers.listCached(botId), botId, purpose);
  const server = effective
    ? effective.enabled && (await openServer(ports, effective))
    : ports.settings.modelServers[purpose];
  if (!server) throw new GatewayFault('model-not-configured', { setting: SETTING_BY_PURPOSE[purpose] });
  return server;
}

/** A saved server with its key in clear; `model-key-lost` where that cannot be opened here. */
export async function openServer(
  { settings }: { settings: Pick<Ports['settings'], 'sealingKey'> },
  stored: StoredModelServer,
): Promise<ModelServer> {
  const { botId, purpose, model, sealedKey } = stored;
  const sealer = sealerOf(settings.sealingKey);
  try {
    const key = sealedKey === null ? null : await sealer.open(sealedKey, modelKeyContext(botId, purpose));
    return { ...settingsOf(stored), purpose, from: botId === 0 ? 'all' : 'bot', key };
  } catch (cause) {
    if (cause instanceof UnsealError) throw new GatewayFault('model-key-lost', { purpose, model }, { cause });
    throw cause;
  }
}

/** The settings of a server, without its key and origin. */
export function settingsOf(server: ModelSettings): ModelSettings {
  const { enabled, url, model, modelV2, voices, firstSeconds, silenceSeconds, concurrency, contextTokens } =
    server;
  return { enabled, url, model, modelV2, voices, firstSeconds, silenceSeconds, concurrency, contextTokens };
}

const sealers = new WeakMap<Uint8Array, Sealer>();

/** One for each sealing key: its derived key is made once. */
export function sealerOf(sealingKey: Uint8Array): Sealer {
  const sealer = sealers.get(sealingKey) ?? createSecretSealer(sealingKey);
  sealers.set(sealingKey, sealer);
  return sealer;
}

const loggedLosses = new WeakMap<object, Set<string>>();

/** Once for each key that is lost, not with every call that would have used it. */
function logKeyLoss({ log, modelServers }: ResolverPorts, stored: StoredModelServer): void {
  const { botId, purpose, model, changedOn } = stored;
  const losses = loggedLosses.get(modelServers) ?? new Set();
  loggedLosses.set(modelServers, losses);
  const loss = `${botId} ${purpose} ${changedOn.getTime()}`;
  if (losses.has(loss)) return;
  losses.add(loss);
  log.error('model-key-lost', { botId, purpose, model });
}

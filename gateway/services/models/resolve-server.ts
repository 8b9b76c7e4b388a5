import { GatewayFault } from '#gateway/errors.ts';
import type { ModelPurpose, ModelServer, ModelSettings, StoredModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { createSealer } from '#gateway/services/access/sealing.ts';

export type ResolverPorts = Pick<Ports, 'modelServers'> & {
  settings: Pick<Ports['settings'], 'modelServers' | 'sealingKey'>;
};

/** The environment variable that names a purpose's server. */
export const SETTING_OF: Record<ModelPurpose, string> = {
  chat: 'FIHRIST_CHAT_URL',
  embeddings: 'FIHRIST_EMBEDDINGS_URL',
  transcription: 'FIHRIST_TRANSCRIPTION_URL',
  speech: 'FIHRIST_SPEECH_URL',
};

/** What a server's key is sealed with: it opens nowhere else. */
export function modelKeyContext(botId: number, purpose: ModelPurpose): string {
  return `model-key ${botId} ${purpose}`;
}

/**
 * The server that calls of this bot use: the bot's own, else that for all, else the environment's. Undefined when none is
 * set, or the one that counts is switched off.
 */
export async function findServer(
  ports: ResolverPorts,
  botId: number,
  purpose: ModelPurpose,
): Promise<ModelServer | undefined> {
  const saved = (await ports.modelServers.standing(botId)).filter((one) => one.purpose === purpose);
  const counts = saved.find((one) => one.botId === botId) ?? saved.find((one) => one.botId === 0);
  if (!counts) return ports.settings.modelServers[purpose];
  return counts.enabled ? openServer(ports, counts) : undefined;
}

/** The same, or the refusal that says what to set. */
export async function requireServer(
  ports: ResolverPorts,
  botId: number,
  purpose: ModelPurpose,
): Promise<ModelServer> {
  const server = await findServer(ports, botId, purpose);
  if (!server) throw new GatewayFault('model-missing', { setting: SETTING_OF[purpose] });
  return server;
}

/** A saved server with its key in clear. */
export async function openServer(
  { settings }: Pick<ResolverPorts, 'settings'>,
  { botId, sealedKey, changedOn: _, ...server }: StoredModelServer,
): Promise<ModelServer> {
  const context = modelKeyContext(botId, server.purpose);
  const key = sealedKey === null ? null : await createSealer(settings.sealingKey).open(sealedKey, context);
  return { ...server, from: botId === 0 ? 'all' : 'bot', key };
}

/** Only what is settings of it. */
export function settingsOf(server: ModelSettings): ModelSettings {
  const { enabled, url, model, modelV2, voices, firstSeconds, silenceSeconds, concurrency, contextTokens } =
    server;
  return { enabled, url, model, modelV2, voices, firstSeconds, silenceSeconds, concurrency, contextTokens };
}

import type { ModelServer, VoiceSetting } from '#gateway/modules/models/model.ts';
import { findServer } from '#gateway/modules/models/services/resolve-server.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';

/** A voice on offer; `robot`: made on this machine, not by the server. */
export interface Voice extends VoiceSetting {
  robot: boolean;
}

/** The voices of a bot. `acceptsAny`: the server lists no voices, so any name may be one. */
export interface Voices {
  server: ModelServer | undefined;
  voices: Voice[];
  acceptsAny: boolean;
}

const VOICE_LIST_MAX_AGE_MS = 60_000;
const ROBOT_VOICE_PREFIX = 'robot-';

/** One robot voice speaks all varieties of Arabic. */
const ARABIC = ['ar', 'ar-eg', 'ar-sa'];

/** Voices of bots: those that are set, else those that the server lists, which is asked once a minute; and the robot's. */
export function createVoices(
  ports: Pick<Ports, 'clock' | 'log' | 'modelServers' | 'models' | 'robotVoice' | 'settings'>,
) {
  const listed = new Map<string, { until: number; names: Promise<string[] | null> }>();

  const list = (server: ModelServer): Promise<string[] | null> => {
    const now = ports.clock.now().getTime();
    const key = `${server.url}\n${server.model}`;
    const cached = listed.get(key);
    if (cached && cached.until > now) return cached.names;
    // A server that cannot tell now may still speak.
    const names = ports.models.listVoices(server).catch(() => null);
    listed.set(key, { until: now + VOICE_LIST_MAX_AGE_MS, names });
    return names;
  };

  return {
    async of(botId: number): Promise<Voices> {
      const server = await findServer(ports, botId, 'speech');
      const robots = robotVoices(ports.robotVoice?.languages ?? []);
      if (!server) return { server, voices: robots, acceptsAny: false };
      const own: VoiceSetting[] =
        server.voices.length > 0
          ? server.voices
          : ((await list(server)) ?? []).map((id) => ({ id, languages: [] }));
      const voices = own.map((voice) => ({ ...voice, robot: false }));
      return { server, voices: [...voices, ...robots], acceptsAny: own.length === 0 };
    },
  };
}

function robotVoices(languages: readonly string[]): Voice[] {
  const bases = languages.filter((code) => !code.startsWith('ar-'));
  return bases.map((code) => ({
    id: ROBOT_VOICE_PREFIX + code,
    languages: code === 'ar' ? ARABIC : [code],
    robot: true,
  }));
}

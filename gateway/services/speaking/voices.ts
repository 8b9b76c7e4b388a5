import type { ModelServer, VoiceSetting } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { findServer } from '#gateway/services/models/resolve-server.ts';

/** A voice that can be asked for, and what makes it. */
export interface Voice extends VoiceSetting {
  robot: boolean;
}

/** What a bot can speak with. `open`: the server tells no voices, so any name may be one. */
export interface Voices {
  server: ModelServer | undefined;
  voices: Voice[];
  open: boolean;
}

const LISTED_MS = 60_000;
const ROBOT = 'robot-';
/** One robot speaks all Arabic there is. */
const ARABIC = ['ar', 'ar-eg', 'ar-sa'];

/** Voices of bots: those that are set, else those that the server lists, which is asked once a minute; and the robot's. */
export function createVoices(ports: Ports) {
  const listed = new Map<string, { until: number; names: Promise<string[] | null> }>();

  const list = (server: ModelServer): Promise<string[] | null> => {
    const now = ports.clock.now().getTime();
    const key = `${server.url}\n${server.model}`;
    const known = listed.get(key);
    if (known && known.until > now) return known.names;
    // A server that cannot tell now may still speak.
    const names = ports.models.listVoices(server).catch(() => null);
    listed.set(key, { until: now + LISTED_MS, names });
    return names;
  };

  return {
    async of(botId: number): Promise<Voices> {
      const server = await findServer(ports, botId, 'speech');
      const robots = robotVoices(ports.robot?.languages ?? []);
      if (!server) return { server, voices: robots, open: false };
      const own: VoiceSetting[] =
        server.voices.length > 0
          ? server.voices
          : ((await list(server)) ?? []).map((id) => ({ id, languages: [] }));
      const voices = own.map((voice) => ({ ...voice, robot: false }));
      return { server, voices: [...voices, ...robots], open: own.length === 0 };
    },
  };
}

export type VoicesOf = ReturnType<typeof createVoices>;

function robotVoices(languages: readonly string[]): Voice[] {
  const bases = languages.filter((code) => !code.startsWith('ar-'));
  return bases.map((code) => ({
    id: ROBOT + code,
    languages: code === 'ar' ? ARABIC : [code],
    robot: true,
  }));
}

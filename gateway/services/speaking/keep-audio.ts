import type { SpokenAudio } from '#gateway/ports.ts';
import type { Ports } from '#gateway/ports.ts';
import { ADDRESS_MS, signGrant } from '#gateway/services/files/file-address.ts';
import type { SoundFile } from './sound.ts';

const EXTENSIONS: Record<SoundFile['mime'], string> = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' };

/** Stores a sound for a day. Returns its own address: absolute, signed, good for as long. */
export async function keepAudio(
  ports: Pick<Ports, 'blobs' | 'spoken' | 'clock' | 'settings'>,
  botId: number,
  origin: string,
  sound: SoundFile,
): Promise<string> {
  const writer = await ports.blobs.create();
  try {
    await writer.write(sound.bytes);
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const { key: blob, size } = await writer.commit();
  const id = crypto.randomUUID();
  const name = `speech-${id.slice(0, 8)}.${EXTENSIONS[sound.mime]}`;
  const spokenOn = ports.clock.now();
  const audio: SpokenAudio = { botId, id, blob, mime: sound.mime, name, size, spokenOn };
  try {
    await ports.spoken.insert(audio);
  } catch (error) {
    await ports.blobs.remove(blob);
    throw error;
  }
  const granted = { kind: 'audio', botId, id } as const;
  const grant = await signGrant(ports.settings.signingSecret, granted, spokenOn.getTime() + ADDRESS_MS);
  return `${origin}/api/Audio/${botId}/${id}/${grant}/${name}`;
}

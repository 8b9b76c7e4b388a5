import { removeUnnamed, saveBlob } from '#gateway/modules/files/services/save-blob.ts';
import { SIGNED_URL_LIFETIME_MS, signGrant } from '#gateway/modules/files/services/signed-url.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';
import type { SpokenAudio } from '#gateway/modules/speech/ports/spoken-audio.ts';
import type { SoundFile } from './spoken-sound.ts';

const EXTENSIONS: Record<SoundFile['mime'], string> = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' };

/** Stores a sound for a day. Returns its own address: absolute, signed, good for as long. */
export async function keepAudio(
  ports: Pick<Ports, 'blobs' | 'spokenAudio' | 'clock' | 'settings'>,
  botId: number,
  origin: string,
  sound: SoundFile,
): Promise<string> {
  const { key: blob, size, sha256 } = await saveBlob(ports.blobs, (write) => write(sound.bytes));
  const id = crypto.randomUUID();
  const name = `speech-${id.slice(0, 8)}.${EXTENSIONS[sound.mime]}`;
  const spokenOn = ports.clock.now();
  const audio: SpokenAudio = { botId, id, blob, mime: sound.mime, name, size, sha256, spokenOn };
  try {
    await ports.spokenAudio.insert(audio);
  } catch (error) {
    await removeUnnamed(ports.blobs, blob, error);
    throw error;
  }
  const expires = spokenOn.getTime() + SIGNED_URL_LIFETIME_MS;
  const grant = await signGrant(ports.settings.signingSecret, { kind: 'audio', botId, id }, expires);
  return `${origin}/api/Audio/${botId}/${id}/${grant}/${name}`;
}

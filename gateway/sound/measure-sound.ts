/** What a sound file says of itself. */
export interface MeasuredSound {
  seconds: number;
  /** Hz. */
  sampleRate: number;
  mime: string;
}

/** Seconds: what says more is no sound file. */
const LONGEST = 24 * 3600;

/** Length and rate of a sound file of any common format, without decoding it; undefined when it is none. */
export async function measureSound(bytes: Uint8Array): Promise<MeasuredSound | undefined> {
  // Read on first need: most gateways never get any such file.
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny');
  try {
    const input = new Input({ source: new BufferSource(bytes.slice()), formats: ALL_FORMATS });
    const track = await input.getPrimaryAudioTrack();
    if (!track) return undefined;
    const seconds = await track.computeDuration();
    const mime = (await input.getFormat()).mimeType;
    return seconds > 0 && seconds < LONGEST ? { seconds, sampleRate: track.sampleRate, mime } : undefined;
  } catch {
    return undefined;
  }
}

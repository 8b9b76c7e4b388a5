/** Sound that was made from text: kept for a day, at a signed address. */
export interface SpokenAudio {
  botId: number;
  /** Random. */
  id: string;
  blob: string;
  mime: string;
  /** Name of the file, with its extension. */
  name: string;
  /** Bytes. */
  size: number;
  /** Null of what an older version kept. */
  sha256: string | null;
  spokenOn: Date;
}

/** Generated audio of bots, kept for its retention. */
export interface SpokenAudioStore {
  insert(audio: SpokenAudio): Promise<void>;
  byId(botId: number, id: string): Promise<SpokenAudio | undefined>;
  /** Removes at most `limit` that were spoken before a moment and queues their blobs (`OrphanStore`); how many. */
  removeBefore(before: Date, limit: number): Promise<number>;
}

/**
 * A voice made by rule on this machine, such as espeak-ng: understandable, plainly a robot. Rejects with `GatewayFault`
 * when it fails, with the signal's reason when aborted.
 */
export interface RobotVoice {
  /** Language codes of section 1 that the voice speaks. */
  languages: readonly string[];
  /** A WAV file. */
  speak(text: string, language: string, signal?: AbortSignal): Promise<Uint8Array>;
}

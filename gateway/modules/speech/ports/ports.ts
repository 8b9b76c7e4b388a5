import type { MediaFetcher } from '#gateway/core/fetchers.ts';
import type { Ports as PortsBelow } from '#gateway/modules/models/ports/ports.ts';
import type { AudioDecoder } from './audio.ts';
import type { RobotVoice, SpokenAudioStore } from './spoken-audio.ts';

/** The ports of `speech` and of what lies below. */
export interface Ports extends PortsBelow {
  spokenAudio: SpokenAudioStore;
  /** Robot voice; null on a machine without a speech engine. */
  robotVoice: RobotVoice | null;
  /** Decodes sound files for transcription. */
  decoder: AudioDecoder;
  media: MediaFetcher;
}

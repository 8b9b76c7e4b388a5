/** Rows of generated audio. */
export interface SpeechTables {
  spoken_audio: {
    bot_id: number;
    id: string;
    blob: string;
    mime: string;
    name: string;
    size: number;
    sha256: string | null;
    spoken_on: number;
  };
}

import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { createSpokenAudioStore, speechExtension } from './sql/spoken-audio.ts';
import type { SpeechTables } from './tables.ts';

/** What a speech address promises. */
const AUDIO_RETENTION_MS = DAY_MS;
const AUDIO_PER_BATCH = 50;

/** Speech from text, and text from speech. */
export const speech = {
  name: 'speech',
  tables: { spoken_audio: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true } },
  store: ({ db, clock }) => ({ spokenAudio: createSpokenAudioStore(db, clock) }),
  extension: speechExtension,
  chores: {
    sounds:
      ({ spokenAudio }: Pick<Ports, 'spokenAudio'>) =>
      async (now) => {
        const count = await spokenAudio.removeBefore(before(now, AUDIO_RETENTION_MS), AUDIO_PER_BATCH);
        return { count, isMore: count === AUDIO_PER_BATCH };
      },
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<SpeechTables>;

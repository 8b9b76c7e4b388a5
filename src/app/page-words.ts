import type { TranslationBundle } from '#src/i18n/load-translations.ts';

/** The words of the frame behind the gate, whatever its page. */
export const FRAME_WORDS = ['faults', 'shared'] as const satisfies readonly TranslationBundle[];

/** The words that each page says beside those of the frame, by the file of its route. */
export const PAGE_WORDS = {
  overview: ['overview'],
  knowledge: ['knowledge', 'bin'],
  'add-knowledge': ['add'],
  unit: ['unit', 'repair', 'bin', 'health'],
  playground: ['playground', 'answer', 'explain', 'models'],
  chat: ['chat', 'models'],
  voice: ['voice', 'answer', 'explain', 'models'],
  usage: ['usage'],
  settings: ['keys', 'models'],
  synonyms: ['synonyms'],
  audit: ['audit', 'bin'],
  keys: ['keys'],
  bots: ['bots'],
  alerts: [],
  'model-servers': ['models', 'embedding'],
} as const satisfies Record<string, readonly TranslationBundle[]>;

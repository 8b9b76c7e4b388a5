import type { LedgerKind } from '#gateway/model.ts';
import type { Settings } from './settings.ts';

/** Quotas of speech, for which there is no setting: characters spoken, seconds heard. */
const SPEECH_TOTALS = { speech: 1_000_000, audio: 360_000 } as const;

/** What a new bot is granted unless told otherwise. */
export function firstQuotas({ FIHRIST_QUOTA_TOKENS: text }: Settings): Record<LedgerKind, number> {
  return { text, ...SPEECH_TOTALS };
}

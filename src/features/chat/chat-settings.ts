import { CHAT_LIMITS } from '#contract/limits.ts';

export const NUMBERS = ['Temperature', 'MaxTokens', 'TopProbability', 'RepetitionPenalty'] as const;
export type NumberName = (typeof NUMBERS)[number];
export const STYLES = [0, 1, 2, 3, 4, 5] as const;
export type Style = (typeof STYLES)[number];

/** A number that is null is left to the server. */
export type ChatSettings = Record<NumberName, number | null> & { style: Style; streamed: boolean };

export const DEFAULTS: ChatSettings = {
  Temperature: null,
  MaxTokens: null,
  TopProbability: null,
  RepetitionPenalty: null,
  style: CHAT_LIMITS.PromptStyle.default,
  streamed: true,
};

/** Where a number starts that a person takes into hand. */
export const FIRST: Record<NumberName, number> = {
  Temperature: 0.3,
  MaxTokens: 1024,
  TopProbability: 0.9,
  RepetitionPenalty: 1.1,
};

export function stepOf(name: NumberName): number {
  return name === 'MaxTokens' ? 1 : 0.05;
}

export function isInRange(name: NumberName, value: number): boolean {
  const { min, max } = CHAT_LIMITS[name];
  return value >= min && value <= max && (name !== 'MaxTokens' || Number.isInteger(value));
}

export type SettingName = NumberName | 'streamed';

/** What differs from the defaults, but for the style, which is always in sight. */
export function changedSettings(settings: ChatSettings): SettingName[] {
  return ([...NUMBERS, 'streamed'] as const).filter((name) => settings[name] !== DEFAULTS[name]);
}

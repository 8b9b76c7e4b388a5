import { CHAT_LIMITS } from '#contract/limits.ts';

export const NUMBER_SETTINGS = ['Temperature', 'MaxTokens', 'TopProbability', 'RepetitionPenalty'] as const;
type NumberSettingName = (typeof NUMBER_SETTINGS)[number];
export const PROMPT_STYLES = [0, 1, 2, 3, 4, 5] as const;
export type PromptStyle = (typeof PROMPT_STYLES)[number];

/** A number that is null is left to the server. */
export type ChatSettings = Record<NumberSettingName, number | null> & {
  style: PromptStyle;
  streamed: boolean;
  /** Titles of the units that the knowledge is asked of; none: all. Absent in conversations from before. */
  names?: readonly string[];
};

export const DEFAULT_CHAT_SETTINGS: ChatSettings = {
  Temperature: null,
  MaxTokens: null,
  TopProbability: null,
  RepetitionPenalty: null,
  style: CHAT_LIMITS.PromptStyle.default,
  streamed: true,
};

/** The longest answer that the page offers: the maximum of the API is beyond every model. */
const MAX_OFFERED_TOKENS = 16_384;

/** What each number may be set to here. */
export const NUMBER_RANGES = {
  ...CHAT_LIMITS,
  MaxTokens: { ...CHAT_LIMITS.MaxTokens, max: MAX_OFFERED_TOKENS },
} as const;

/** The first value of a number that is no longer left to the server. */
export const INITIAL_VALUES: Record<NumberSettingName, number> = {
  Temperature: 0.3,
  MaxTokens: 1024,
  TopProbability: 0.9,
  RepetitionPenalty: 1.1,
};

export function sliderStep(name: NumberSettingName): number {
  return name === 'MaxTokens' ? 1 : 0.05;
}

type ChipSettingName = NumberSettingName | 'streamed';

/** What differs from the defaults, except the style, which is always visible. */
export function changedSettings(settings: ChatSettings): ChipSettingName[] {
  return ([...NUMBER_SETTINGS, 'streamed'] as const).filter(
    (name) => settings[name] !== DEFAULT_CHAT_SETTINGS[name],
  );
}

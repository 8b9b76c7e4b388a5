import type { Answerer, AnswerRequest } from '#contract/answers.ts';
import { ANSWERERS } from '#contract/answers.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';

export const NUMBERS = ['Limit', 'MaxLimit', 'Temperature', 'MaxOutputTokens'] as const;
export type NumberName = (typeof NUMBERS)[number];

/** Everything about a question but its words and its indexes. */
export type AskSettings = Record<NumberName, number> & {
  UpdateGlobal: boolean;
  streamed: boolean;
  /** `default`: whatever the gateway uses. */
  answerer: Answerer | 'default';
};
/** Who can be asked to answer, in the order in which they are offered. */
export const ANSWERER_CHOICES = ['default', ...ANSWERERS] as const;
export type SettingName = keyof AskSettings;

export const DEFAULTS: AskSettings = {
  Limit: ANSWER_LIMITS.Limit.default,
  MaxLimit: ANSWER_LIMITS.MaxLimit.default,
  Temperature: ANSWER_LIMITS.Temperature.default,
  MaxOutputTokens: ANSWER_LIMITS.MaxOutputTokens.default,
  UpdateGlobal: false,
  streamed: true,
  answerer: 'default',
};

export const SETTING_NAMES = [
  ...NUMBERS,
  'UpdateGlobal',
  'streamed',
  'answerer',
] as const satisfies SettingName[];

/** Steps of the field: tenths of a temperature, whole numbers else. */
export function stepOf(name: NumberName): number {
  return name === 'Temperature' ? 0.05 : 1;
}

/** True when the number is one that the interface allows for the field. */
export function isInRange(name: NumberName, value: number): boolean {
  const { min, max } = ANSWER_LIMITS[name];
  return value >= min && value <= max && (name === 'Temperature' || Number.isInteger(value));
}

/** What differs from the defaults. */
export function changedSettings(settings: AskSettings): SettingName[] {
  return SETTING_NAMES.filter((name) => settings[name] !== DEFAULTS[name]);
}

export type Question = { question: string; names: readonly string[]; settings: AskSettings };

/** A question as a link keeps it; what is at its default stays out. */
export function writeAddress({ question, names, settings }: Question): URLSearchParams {
  const search = new URLSearchParams();
  if (question !== '') search.set('question', question);
  for (const name of names) search.append('index', name);
  for (const name of changedSettings(settings)) search.set(name, String(settings[name]));
  return search;
}

/** Reads a link; what is out of range or unknown counts as the default. */
export function readAddress(search: URLSearchParams): Question {
  const numbers = Object.fromEntries(
    NUMBERS.map((name) => {
      const text = search.get(name);
      const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
      return [name, isInRange(name, value) ? value : DEFAULTS[name]];
    }),
  ) as Record<NumberName, number>;
  return {
    question: search.get('question') ?? '',
    names: [...new Set(search.getAll('index').filter((name) => name.trim() !== ''))],
    settings: {
      ...numbers,
      UpdateGlobal: search.get('UpdateGlobal') === 'true',
      streamed: search.get('streamed') !== 'false',
      answerer: ANSWERERS.find((word) => word === search.get('answerer')) ?? 'default',
    },
  };
}

/** True when the question is asked on the streamed endpoint, which needs index names. */
export function isStreamed({ names, settings }: Pick<Question, 'names' | 'settings'>): boolean {
  return settings.streamed && names.length > 0;
}

/** The body of endpoint 6 or 7. */
export function requestOf({ question, names, settings }: Question): AnswerRequest {
  const { Limit, MaxLimit, Temperature, MaxOutputTokens, UpdateGlobal } = settings;
  return {
    Question: question.trim(),
    ...(names.length === 0 ? {} : { IndexNames: [...names] }),
    Limit,
    MaxLimit,
    Temperature,
    MaxOutputTokens,
    UpdateGlobal,
    IsStream: isStreamed({ names, settings }),
  };
}

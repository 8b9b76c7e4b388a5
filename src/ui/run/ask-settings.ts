import { ANSWERERS, type Answerer, type AnswerRequest } from '#contract/answers.ts';
import { DRAFT_KNOWLEDGE } from '#contract/headers.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { answer, streamAnswer } from '#contract/operations/answers.ts';
import { answerHeaders } from '#src/api/client/answers.ts';
import { fieldUse, type Recipient } from '#src/api/client/compose-request.ts';
import { buildSnippets } from '#src/api/client/request-snippets.ts';
import type { Connection } from '#src/api/transport/connection.ts';

export const NUMBER_SETTINGS = ['Limit', 'MaxLimit', 'Temperature', 'MaxOutputTokens'] as const;
type NumberSettingName = (typeof NUMBER_SETTINGS)[number];

/** The settings of a question, without its text and its indexes. */
export type AskSettings = Record<NumberSettingName, number> & {
  UpdateGlobal: boolean;
  streamed: boolean;
  /** `default`: whatever the gateway uses. */
  answerer: Answerer | 'default';
};
/** Answerers in display order. */
export const ANSWERER_CHOICES = ['default', ...ANSWERERS] as const;
export type SettingName = keyof AskSettings;

export const DEFAULT_ASK_SETTINGS: AskSettings = {
  Limit: ANSWER_LIMITS.Limit.default,
  MaxLimit: ANSWER_LIMITS.MaxLimit.default,
  Temperature: ANSWER_LIMITS.Temperature.default,
  MaxOutputTokens: ANSWER_LIMITS.MaxOutputTokens.default,
  UpdateGlobal: false,
  streamed: true,
  answerer: 'default',
};

const SETTING_NAMES = [
  ...NUMBER_SETTINGS,
  'UpdateGlobal',
  'streamed',
  'answerer',
] as const satisfies SettingName[];

/** The step of a slider: fractions for a temperature, else whole numbers. */
export function sliderStep(name: NumberSettingName): number {
  return name === 'Temperature' ? 0.05 : 1;
}

/** True when the number is one that the interface allows for the field. */
function isValidSetting(name: NumberSettingName, value: number): boolean {
  const { min, max } = ANSWER_LIMITS[name];
  return value >= min && value <= max && (name === 'Temperature' || Number.isInteger(value));
}

/** What differs from the defaults. */
export function changedSettings(settings: AskSettings): SettingName[] {
  return SETTING_NAMES.filter((name) => settings[name] !== DEFAULT_ASK_SETTINGS[name]);
}

export type QuestionInput = {
  question: string;
  names: readonly string[];
  settings: AskSettings;
  /** Whether drafts take the place of what is live; such a question is not kept. */
  drafts?: boolean;
};

/** A question as search parameters; defaults are left out. */
export function questionToSearchParams({
  question,
  names,
  settings,
  drafts = false,
}: QuestionInput): URLSearchParams {
  const search = new URLSearchParams();
  if (question !== '') search.set('question', question);
  for (const name of names) search.append('index', name);
  for (const name of changedSettings(settings)) search.set(name, String(settings[name]));
  if (drafts) search.set('knowledge', DRAFT_KNOWLEDGE);
  return search;
}

/** Reads search parameters; a value that is out of range or unknown becomes the default. */
export function questionFromSearchParams(search: URLSearchParams): QuestionInput {
  const numbers = Object.fromEntries(
    NUMBER_SETTINGS.map((name) => {
      const text = search.get(name);
      const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
      return [name, isValidSetting(name, value) ? value : DEFAULT_ASK_SETTINGS[name]];
    }),
  ) as Record<NumberSettingName, number>;
  return {
    question: search.get('question') ?? '',
    names: [...new Set(search.getAll('index').filter((name) => name.trim() !== ''))],
    drafts: search.get('knowledge') === DRAFT_KNOWLEDGE,
    settings: {
      ...numbers,
      UpdateGlobal: search.get('UpdateGlobal') === 'true',
      streamed: search.get('streamed') !== 'false',
      answerer: ANSWERERS.find((word) => word === search.get('answerer')) ?? 'default',
    },
  };
}

/** True when the question is asked on the streamed endpoint, which needs index names. */
export function isStreamed({ names, settings }: Pick<QuestionInput, 'names' | 'settings'>): boolean {
  return settings.streamed && names.length > 0;
}

/** The settings that a gateway cannot be asked for: the interface does not name what carries them. */
export function unsentSettings(recipient: Recipient): readonly SettingName[] {
  if (recipient.announced) return [];
  const fields = (['MaxLimit', 'UpdateGlobal'] as const).filter(
    (field) => fieldUse(recipient, field) === 'unsent',
  );
  return [...fields, 'answerer'];
}

/**
 * The request as sent: unsupported settings fall back to their defaults, since an address may carry settings of another
 * gateway, and a stream of unknown form becomes a whole response.
 */
export function asSent(question: QuestionInput, recipient: Recipient, readsStreams: boolean): QuestionInput {
  const unsent = unsentSettings(recipient);
  const standard = Object.fromEntries(unsent.map((name) => [name, DEFAULT_ASK_SETTINGS[name]]));
  const streamed = question.settings.streamed && readsStreams;
  return { ...question, settings: { ...question.settings, ...standard, streamed } };
}

/** The answerer that a call asks for; undefined: whatever the gateway uses. */
export function answererOf({ settings }: Pick<QuestionInput, 'settings'>): Answerer | undefined {
  return settings.answerer === 'default' ? undefined : settings.answerer;
}

/** The body of endpoint 6 or 7; what the interface has defaults for is left out where it equals them. */
export function toAnswerRequest({ question, names, settings }: QuestionInput): AnswerRequest {
  const changed = ([...NUMBER_SETTINGS, 'UpdateGlobal'] as const).filter(
    (name) => settings[name] !== DEFAULT_ASK_SETTINGS[name],
  );
  return {
    Question: question.trim(),
    ...(names.length === 0 ? {} : { IndexNames: [...names] }),
    ...Object.fromEntries(changed.map((name) => [name, settings[name]])),
    IsStream: isStreamed({ names, settings }),
  };
}

/** The request of a question, to be copied. */
export function buildAnswerSnippets(
  question: QuestionInput,
  recipient: Recipient & { connection: Pick<Connection, 'baseUrl'> },
): ReturnType<typeof buildSnippets> {
  const input = {
    body: toAnswerRequest(question),
    headers: answerHeaders({ answerer: answererOf(question), drafts: question.drafts }),
  };
  return buildSnippets(isStreamed(question) ? streamAnswer : answer, input, recipient);
}

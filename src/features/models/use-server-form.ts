import { useState } from 'react';
import { describeIssue } from '#contract/describe-issue.ts';
import {
  type ModelPurpose,
  type ModelScope,
  type ModelServer,
  type ModelServerChange,
  modelServerChangeSchema,
  type VoiceSetting,
} from '#contract/models.ts';
import { useLocale } from '#src/i18n/locale.tsx';

type ServerValues = {
  scope: ModelScope;
  url: string;
  key: string;
  /** Removes the saved key. */
  dropKey: boolean;
  model: string;
  modelV2: string;
  /** One per line: `Amal: ar, ar-eg`. */
  voices: string;
  firstSeconds: number | undefined;
  silenceSeconds: number | undefined;
  concurrency: number | undefined;
  contextTokens: number | undefined;
};

type ServerFieldName = Exclude<keyof ServerValues, 'dropKey'>;

const DEFAULT_SERVER_LIMITS = { firstSeconds: 60, silenceSeconds: 30, concurrency: 8 } as const;

/** One voice per line; blank lines are skipped and language codes become lower case. */
function parseVoices(text: string): VoiceSetting[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.lastIndexOf(':');
      const codes = colon < 0 ? '' : line.slice(colon + 1);
      return {
        id: (colon < 0 ? line : line.slice(0, colon)).trim(),
        languages: codes
          .split(/[,،\s]+/u)
          .map((code) => code.trim().toLowerCase())
          .filter((code) => code !== ''),
      };
    });
}

const formatVoices = (voices: readonly VoiceSetting[]) =>
  voices
    .map(({ id, languages }) => (languages.length === 0 ? id : `${id}: ${languages.join(', ')}`))
    .join('\n');

export const toServerValues = (server: ModelServer | undefined, scope: ModelScope): ServerValues => ({
  scope,
  url: server?.url ?? '',
  key: '',
  dropKey: false,
  model: server?.model ?? '',
  modelV2: server?.modelV2 ?? '',
  voices: formatVoices(server?.voices ?? []),
  firstSeconds: server?.firstSeconds ?? DEFAULT_SERVER_LIMITS.firstSeconds,
  silenceSeconds: server?.silenceSeconds ?? DEFAULT_SERVER_LIMITS.silenceSeconds,
  concurrency: server?.concurrency ?? DEFAULT_SERVER_LIMITS.concurrency,
  contextTokens: server?.contextTokens ?? undefined,
});

/** The request body: an empty key keeps the saved one, and an empty number takes the gateway's default. */
function toServerChange(purpose: ModelPurpose, values: ServerValues): ModelServerChange {
  const { scope, url, key, dropKey, model, modelV2, voices, contextTokens } = values;
  const numbers = (['firstSeconds', 'silenceSeconds', 'concurrency'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]]],
  );
  return {
    scope,
    enabled: true,
    url: url.trim(),
    model: model.trim(),
    ...(purpose === 'transcription' ? { modelV2: modelV2.trim() === '' ? null : modelV2 } : {}),
    ...(purpose === 'speech' ? { voices: parseVoices(voices) } : {}),
    ...(purpose === 'chat' ? { contextTokens: contextTokens ?? null } : {}),
    ...Object.fromEntries(numbers),
    ...(dropKey ? { key: null } : key.trim() === '' ? {} : { key: key.trim() }),
  };
}

/** The state of the form for a server, with errors by field. */
export function useServerForm(purpose: ModelPurpose, defaults: ServerValues) {
  const { language } = useLocale();
  const [values, setValues] = useState(defaults);
  const [initialValues, setInitialValues] = useState(defaults);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const validate = () => {
    const change = toServerChange(purpose, values);
    const { error } = modelServerChangeSchema.safeParse(change);
    const errors: Partial<Record<ServerFieldName, string>> = {};
    for (const issue of error?.issues ?? [])
      errors[issue.path[0] as ServerFieldName] ??= describeIssue(issue, change, language);
    return { change, errors, valid: error === undefined };
  };
  return {
    values,
    /** Whether closing the form would lose changes. */
    touched: JSON.stringify(values) !== JSON.stringify(initialValues),
    errors: submitAttempted ? validate().errors : {},
    set: <Name extends keyof ServerValues>(name: Name, value: ServerValues[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    reset: (next: ServerValues) => {
      setValues(next);
      setInitialValues(next);
      setSubmitAttempted(false);
    },
    /** Sends valid values; otherwise the fields show their errors and `onInvalid` runs. */
    submit: (send: (change: ModelServerChange) => void, onInvalid: () => void) => {
      setSubmitAttempted(true);
      const { change, valid } = validate();
      if (valid) send(change);
      else onInvalid();
    },
  };
}
export type ServerFormState = ReturnType<typeof useServerForm>;

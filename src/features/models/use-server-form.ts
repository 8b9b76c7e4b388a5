import { useState } from 'react';
import { describeIssue } from '#contract/issue-words.ts';
import type {
  ModelPurpose,
  ModelScope,
  ModelServer,
  ModelServerChange,
  VoiceSetting,
} from '#contract/models.ts';
import { modelServerChangeSchema } from '#contract/models.ts';
import { useLocale } from '#src/i18n/locale.tsx';

export type ServerValues = {
  scope: ModelScope;
  url: string;
  key: string;
  /** The saved key is taken away. */
  dropKey: boolean;
  model: string;
  modelV2: string;
  /** One a line: `Amal: ar, ar-eg`. */
  voices: string;
  firstSeconds: number | undefined;
  silenceSeconds: number | undefined;
  concurrency: number | undefined;
  contextTokens: number | undefined;
};

export type Field = Exclude<keyof ServerValues, 'dropKey'>;

const DEFAULTS = { firstSeconds: 60, silenceSeconds: 30, concurrency: 8 } as const;

/** The same without the blank lines, codes in small letters. */
export function readVoices(text: string): VoiceSetting[] {
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

const printVoices = (voices: readonly VoiceSetting[]) =>
  voices
    .map(({ id, languages }) => (languages.length === 0 ? id : `${id}: ${languages.join(', ')}`))
    .join('\n');

export const valuesOf = (server: ModelServer | undefined, scope: ModelScope): ServerValues => ({
  scope,
  url: server?.url ?? '',
  key: '',
  dropKey: false,
  model: server?.model ?? '',
  modelV2: server?.modelV2 ?? '',
  voices: printVoices(server?.voices ?? []),
  firstSeconds: server?.firstSeconds ?? DEFAULTS.firstSeconds,
  silenceSeconds: server?.silenceSeconds ?? DEFAULTS.silenceSeconds,
  concurrency: server?.concurrency ?? DEFAULTS.concurrency,
  contextTokens: server?.contextTokens ?? undefined,
});

/** What is sent: an empty key keeps the saved one, and empty numbers are as the gateway has them. */
function changeOf(purpose: ModelPurpose, values: ServerValues, enabled: boolean): ModelServerChange {
  const { scope, url, key, dropKey, model, modelV2, voices, contextTokens } = values;
  const numbers = (['firstSeconds', 'silenceSeconds', 'concurrency'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]]],
  );
  return {
    scope,
    enabled,
    url: url.trim(),
    model: model.trim(),
    ...(purpose === 'transcription' ? { modelV2: modelV2.trim() === '' ? null : modelV2 } : {}),
    ...(purpose === 'speech' ? { voices: readVoices(voices) } : {}),
    ...(purpose === 'chat' ? { contextTokens: contextTokens ?? null } : {}),
    ...Object.fromEntries(numbers),
    ...(dropKey ? { key: null } : key.trim() === '' ? {} : { key: key.trim() }),
  };
}

/** A server while it is written, and what is wrong with it by field. */
export function useServerForm(purpose: ModelPurpose, start: ServerValues) {
  const { language } = useLocale();
  const [values, setValues] = useState(start);
  const [begun, setBegun] = useState(start);
  const [tried, setTried] = useState(false);
  const read = (from: ServerValues, enabled: boolean) => {
    const change = changeOf(purpose, from, enabled);
    const { error } = modelServerChangeSchema.safeParse(change);
    const problems: Partial<Record<Field, string>> = {};
    for (const issue of error?.issues ?? [])
      problems[issue.path[0] as Field] ??= describeIssue(issue, change, language);
    return { change, problems, right: error === undefined };
  };
  return {
    values,
    /** Whether anything was written that closing the form would lose. */
    touched: JSON.stringify(values) !== JSON.stringify(begun),
    problems: tried ? read(values, true).problems : {},
    set: <Name extends keyof ServerValues>(name: Name, value: ServerValues[Name]) =>
      setValues((now) => ({ ...now, [name]: value })),
    reset: (next: ServerValues) => {
      setValues(next);
      setBegun(next);
      setTried(false);
    },
    /** Passes on what is right; else each field says what is wrong with it, and `onWrong` is told. */
    submit: (send: (change: ModelServerChange) => void, onWrong: () => void) => {
      setTried(true);
      const { change, right } = read(values, true);
      if (right) send(change);
      else onWrong();
    },
  };
}
export type ServerForm = ReturnType<typeof useServerForm>;

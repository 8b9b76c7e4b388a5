import { type Cell, writeCsv } from '#src/components/write-csv.ts';
import { type LEDGER_OF, STEPS, type VoiceRun } from './run.ts';
import { waitOf } from './timeline.ts';

const round = (seconds: number | undefined) =>
  seconds === undefined ? null : Math.round(seconds * 1000) / 1000;

/** The figures of a run as a file keeps them: seconds, and units of each ledger; null for what is not known. */
export function timingsOf(run: VoiceRun) {
  const { begun, said, settings, text, corrected, answer, kind, speaker, steps } = run;
  const costOf = (name: keyof typeof LEDGER_OF) => steps[name].cost?.amount ?? null;
  return {
    at: new Date(begun).toISOString(),
    said: said.kind,
    length: round(said.length),
    model: said.kind === 'typed' ? null : settings.model,
    hearing: said.kind === 'typed' ? null : settings.hearing,
    question: text,
    corrected,
    kind,
    answer,
    speaker: speaker === '' ? null : speaker,
    silence: round(said.silence),
    ...Object.fromEntries(
      STEPS.flatMap((name) => [
        [`${name}Phase`, steps[name].phase],
        [`${name}First`, round(steps[name].first)],
        [`${name}Seconds`, round(steps[name].seconds)],
      ]),
    ),
    wait: round(waitOf(run)),
    audioSeconds: costOf('heard'),
    textTokens: costOf('answered'),
    speechCharacters: costOf('spoken'),
  };
}

export function writeTimings(runs: readonly VoiceRun[]): Blob {
  const text = `${JSON.stringify(runs.map(timingsOf), null, 2)}\n`;
  return new Blob([text], { type: 'application/json' });
}

export function writeTimingsAsCsv(runs: readonly VoiceRun[]): Blob {
  const rows = runs.map(timingsOf);
  const names = Object.keys(rows[0] ?? {}) as (keyof ReturnType<typeof timingsOf>)[];
  const cells = rows.map((row) => names.map((name): Cell => cellOf(row[name])));
  return new Blob([writeCsv([names.map(String), ...cells])], { type: 'text/csv' });
}

function cellOf(value: string | number | boolean | null): Cell {
  return typeof value === 'boolean' ? String(value) : value;
}

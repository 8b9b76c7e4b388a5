import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { InvalidSettingsError } from './invalid-settings-error.ts';

/** A whole number of an environment variable. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** The content of a file that a setting names, without white space around it. Throws `InvalidSettingsError`. */
export async function readSettingFile(name: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InvalidSettingsError([`${name}: cannot be read (${error.code ?? error.name})`]);
  });
  return text.trim();
}

/** The settings of `names` that are given twice: by themselves, and as the file that holds them. */
export function explainSetTwice<Name extends string>(
  settings: { [Field in Name | `${Name}_FILE`]?: unknown },
  names: readonly Name[],
): { name: Name; message: string }[] {
  const given: { [Field in string]?: unknown } = settings;
  return names
    .filter((name) => given[name] !== undefined && given[`${name}_FILE`] !== undefined)
    .map((name) => ({ name, message: `cannot be set together with ${name}_FILE` }));
}

/** Options of commands that call any gateway over HTTP. */
import { appendFile, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Target } from '#conformance/calls/call.ts';
import { REPORT_LANGUAGES, type ReportLanguage } from '#conformance/text.ts';
import { type CommandContext, CommandError, CommandUsageError } from './command.ts';
import { textOf } from './read-options.ts';

/** Exit code of a command that did not come to a result. */
export const COULD_NOT_RUN = 2;

/** The file of an option must be writable before anything is spent. */
export async function requireWritable(call: CommandContext, option: string): Promise<string | undefined> {
  const file = textOf(call, option);
  if (file === undefined) return undefined;
  try {
    await appendFile(resolve(file), '');
    return file;
  } catch (error) {
    throw new CommandError(
      `--${option}: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}). Name a file in a folder that exists.`,
      COULD_NOT_RUN,
    );
  }
}

/** The file of an option, or why it cannot be read. */
export async function readFileOf(option: string, file: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(file));
  } catch (error) {
    throw new CommandError(
      `--${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      COULD_NOT_RUN,
    );
  }
}

export function languageOf(call: CommandContext, otherwise: ReportLanguage = 'en'): ReportLanguage {
  const name = textOf(call, 'lang') ?? otherwise;
  const language = REPORT_LANGUAGES.find((code) => code === name);
  if (!language) throw new CommandUsageError(`--lang is ${REPORT_LANGUAGES.join(' or ')}, not "${name}".`);
  return language;
}

/** `name`: how usage calls the address. The key is never an argument: other users of the machine can read those. */
export async function targetOf(call: CommandContext, name: string, url: string): Promise<Target> {
  const bot = textOf(call, 'bot')?.trim();
  if (!bot) throw new CommandUsageError('--bot is missing.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandUsageError(`${name} must be a web address such as https://gateway.example.`);
  const { username, password, origin, pathname } = new URL(url);
  if (username !== '' || password !== '')
    throw new CommandUsageError(`${name} must not contain a user name or password.`);
  const baseUrl = origin + pathname.replace(/\/+$/, '');
  return { baseUrl, key: await keyOf(call), bot, modelFamily: textOf(call, 'model-family') ?? 'Model' };
}

async function keyOf(call: CommandContext): Promise<string> {
  const file = textOf(call, 'key-file');
  const text =
    file === undefined
      ? (call.environment['FIHRIST_CHECK_KEY'] ?? (await call.readInput()))
      : new TextDecoder().decode(await readFileOf('key-file', file));
  if (text.trim() !== '') return text.trim();
  throw new CommandError(
    'The key is missing. Set FIHRIST_CHECK_KEY, or send the key to standard input.',
    COULD_NOT_RUN,
  );
}

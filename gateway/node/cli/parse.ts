import { parseArgs } from 'node:util';
import { type Command, type Option, WrongUse } from './command.ts';

/** Good for every command. */
const COMMON: Record<string, Option> = {
  data: { type: 'string', value: '<folder>', about: 'the data folder; without it FIHRIST_DATA, else ./data' },
  json: { type: 'boolean', about: 'print the outcome as one JSON value' },
  help: { type: 'boolean', about: 'show this help' },
};

/** Its own options and those of every command. */
export function allOptions(command: Command): Record<string, Option> {
  return { ...command.options, ...COMMON };
}

/** Options and arguments of a command, without its own words. Throws `WrongUse`. */
export function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(allOptions(command)).map(([name, { type, multiple }]) => [
      name,
      { type, ...(multiple ? { multiple } : {}) },
    ]),
  );
  const parsed = (() => {
    try {
      return parseArgs({ args: args.map(shield), options, allowPositionals: true, strict: true });
    } catch (error) {
      const [message = ''] = error instanceof Error ? error.message.split('. To specify') : [];
      throw new WrongUse(message.replaceAll(SHIELD, ''));
    }
  })();
  const { takes } = command;
  const values = Object.fromEntries(
    Object.entries(parsed.values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(unshield) : unshield(value),
    ]),
  );
  const positionals = parsed.positionals.map((text) => text.replace(SHIELD, ''));
  if (values['help'] === true) return { values, positionals };
  const missing = takes[positionals.length];
  if (missing !== undefined) throw new WrongUse(`${missing} is missing.`);
  if (positionals.length > takes.length)
    throw new WrongUse(`"${positionals[takes.length]}" is one argument too many.`);
  return { values, positionals };
}

/** No option has one dash, but an id or a name may begin with one. */
function shield(argument: string): string {
  return /^-[^-]/.test(argument) ? SHIELD + argument : argument;
}
function unshield<Value extends string | boolean | undefined>(value: Value): Value | string {
  return typeof value === 'string' ? value.replace(SHIELD, '') : value;
}
const SHIELD = '\u2060';

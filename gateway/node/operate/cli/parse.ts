import { parseArgs } from 'node:util';
import { type Command, CommandUsageError, type Option } from '#gateway/node/operate/cli/context/command.ts';

const DATA_OPTION: Option = {
  value: '<folder>',
  description: 'the data folder; without it FIHRIST_DATA, else ./data',
};
/** Good for every command. */
const COMMON_OPTIONS: Record<string, Option> = {
  json: { description: 'print the outcome as one JSON value' },
  help: { description: 'show this help' },
};

/** All options of a command, the common ones included. */
export function allOptions(command: Command): Record<string, Option> {
  const { options, withoutData } = command;
  return { ...options, ...(withoutData ? {} : { data: DATA_OPTION }), ...COMMON_OPTIONS };
}

/** Options and arguments of a command, without its own words. Throws `CommandUsageError`. */
export function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(allOptions(command)).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  );
  const parsed = (() => {
    try {
      return parseArgs({ args: args.map(escapeDash), options, allowPositionals: true, strict: true });
    } catch (error) {
      const [message = ''] = error instanceof Error ? error.message.split('. To specify') : [];
      throw new CommandUsageError(message.replaceAll(DASH_ESCAPE, ''));
    }
  })();
  const { argNames } = command;
  const values = Object.fromEntries(
    Object.entries(parsed.values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(unescapeDash) : unescapeDash(value),
    ]),
  );
  const positionals = parsed.positionals.map((text) => text.replace(DASH_ESCAPE, ''));
  const missing = argNames[positionals.length];
  if (missing !== undefined) throw new CommandUsageError(`${missing} is missing.`);
  if (positionals.length > argNames.length)
    throw new CommandUsageError(`"${positionals[argNames.length]}" is one argument too many.`);
  return { values, positionals };
}

/** No option has one dash, but an id or a name may begin with one. */
function escapeDash(argument: string): string {
  return /^-[^-]/.test(argument) ? DASH_ESCAPE + argument : argument;
}
function unescapeDash<Value extends string | boolean | undefined>(value: Value): Value | string {
  return typeof value === 'string' ? value.replace(DASH_ESCAPE, '') : value;
}
const DASH_ESCAPE = '\u2060';

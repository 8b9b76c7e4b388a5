import { addAbortSignal, type Readable } from 'node:stream';
import { GatewayFault } from '#gateway/core/errors.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  CommandUsageError,
} from '#gateway/node/operate/cli/context/command.ts';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { COMMANDS } from './commands.ts';
import { helpOf, overviewOf } from './help.ts';
import { allOptions, parse } from './parse.ts';

/** Where a command reads and writes; tests pass their own. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether standard error is a terminal that can draw over a line. */
  isInteractive: boolean;
  /** The first line of standard input; '' where nobody sends one. */
  readInput: (signal: AbortSignal) => Promise<string>;
}

const EXIT_CODES = { done: 0, failed: 1, wrongUse: 2 } as const;

const CLEAR_LINE = '\r\u001b[K';

/** Runs one command line (without the program's own name). Returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal = ownTerminal()): Promise<number> {
  const { out, err } = terminal;
  const { words, asksHelp } = withoutHelp(args);
  const command = findCommand(words);
  if (!command || asksHelp) return showHelp(words, { command, asksHelp }, terminal);

  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('Cancelled.'));
  process.once('SIGINT', stop);
  let drawn = false;
  const wipe = () => {
    if (drawn) err(CLEAR_LINE);
    drawn = false;
  };
  try {
    const { values, positionals } = parse(command, args.slice(command.name.split(' ').length));
    const json = values['json'] === true;
    const { data } = values;
    const environment = { ...terminal.environment };
    if (typeof data === 'string') environment['FIHRIST_DATA'] = data;
    const call: CommandContext = {
      args: positionals,
      options: values,
      environment,
      printLine: (line) => json || (wipe(), out(`${line}\n`)),
      printJson: (outcome) => json && out(`${JSON.stringify(outcome, null, 2)}\n`),
      warn: (line) => (wipe(), err(`${line}\n`)),
      drawProgress(line) {
        if (!terminal.isInteractive) return;
        drawn = true;
        err(CLEAR_LINE + line);
      },
      readInput: () => terminal.readInput(stopping.signal),
      signal: stopping.signal,
    };
    await command.run(call);
    wipe();
    return EXIT_CODES.done;
  } catch (error) {
    wipe();
    if (error instanceof CommandUsageError) {
      err(`${error.message}\n\n${helpOf(command, allOptions(command))}`);
      return EXIT_CODES.wrongUse;
    }
    const isFault = error instanceof GatewayFault;
    err(`${isFault ? faultMessage(error.code, error.parameters, 'en') : explainStartFailure(error)}\n`);
    return error instanceof CommandError ? error.exitCode : EXIT_CODES.failed;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

/** The help of a command, of a group of commands or of all. */
function showHelp(
  words: readonly string[],
  { command, asksHelp }: { command: Command | undefined; asksHelp: boolean },
  { out, err }: Terminal,
): number {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `));
  const overview = overviewOf(group.length > 0 ? group : COMMANDS);
  const isGroup = group.length > 0 && words.length === 1;
  if (!command && words.length > 0 && !(asksHelp && isGroup)) {
    err(`${unknownCommandMessage(words, group)}\n\n${overview}`);
    return EXIT_CODES.wrongUse;
  }
  out(command ? helpOf(command, allOptions(command)) : overview);
  return EXIT_CODES.done;
}

/** Help is asked for by no words at all, by `help` as the first word, or by `--help` or `-h` anywhere before `--`. */
function withoutHelp(args: readonly string[]): { words: readonly string[]; asksHelp: boolean } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const words = args.filter(
    (word, index) => index >= end || !(['--help', '-h'].includes(word) || (index === 0 && word === 'help')),
  );
  return { words, asksHelp: args.length === 0 || words.length < args.length };
}

/** Finds the command by the first words of the arguments. */
function findCommand(args: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => {
    const words = name.split(' ');
    return words.every((word, index) => args[index] === word);
  });
}

function unknownCommandMessage([first = '', second]: readonly string[], like: readonly Command[]): string {
  if (like.length === 0) return `There is no command "${first}".`;
  return second === undefined ? `fihrist ${first} what?` : `There is no command "${first} ${second}".`;
}

function ownTerminal(): Terminal {
  return {
    environment: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY,
    readInput: (signal) => (process.stdin.isTTY ? Promise.resolve('') : readLine(process.stdin, signal)),
  };
}

async function readLine(input: Readable, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const chunk of addAbortSignal(signal, input)) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

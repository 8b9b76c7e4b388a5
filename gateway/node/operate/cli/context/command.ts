/** An option of a command, as help shows it. */
export interface Option {
  /** What a value looks like: `<name>`; none for a flag, which takes no value. */
  value?: string;
  description: string;
  multiple?: boolean;
}

/** What a command was called with. */
export interface CommandContext {
  /** Arguments in the order of `Command.argNames`. */
  args: readonly string[];
  /** Options by name; those not given are absent. */
  options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  environment: Record<string, string | undefined>;
  /** A line for a person, on standard output; silent with `--json`. */
  printLine(line: string): void;
  /** The outcome for machines, on standard output; silent without `--json`. */
  printJson(outcome: unknown): void;
  /** A line on standard error, in either case. */
  warn(line: string): void;
  /** Draws over the last line of a terminal; nothing where there is none. */
  drawProgress: (line: string) => void;
  /** The first line of standard input; '' where that is a terminal. */
  readInput(): Promise<string>;
  /** Ctrl+C. */
  signal: AbortSignal;
}

/** One command of `fihrist`. */
export interface Command {
  /** Words that call it: `keys create`. */
  name: string;
  /** Arguments, all of them needed. */
  argNames: readonly string[];
  summary: string;
  /** More for its own help. */
  details?: string;
  options?: Readonly<Record<string, Option>>;
  /** It needs no data folder, and takes no `--data`. */
  withoutData?: boolean;
  run(call: CommandContext): Promise<void>;
}

/** A command that could not do its work; the message says why. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** A command that was called wrongly; its usage is shown with the message. Exit code 2. */
export class CommandUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandUsageError';
  }
}

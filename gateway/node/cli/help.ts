import type { Command, Option } from './command.ts';

/** What `fihrist help` prints. */
export function overviewOf(commands: readonly Command[]): string {
  const lines = commands.map(({ name, takes, summary }) => [[name, ...takes].join(' '), summary] as const);
  return `Usage: npx fihrist <command>

${alignPairs(lines)}

"npx fihrist help <command>" tells more about one. Every command works while the server runs, and takes
--data <folder> and --json.
`;
}

/** What one command's help prints. */
export function helpOf(command: Command, options: Readonly<Record<string, Option>>): string {
  const { name, takes, summary, details } = command;
  const lines = Object.entries(options).map(([option, { value, about }]) => [
    ['--', option, value ? ` ${value}` : ''].join(''),
    about,
  ]);
  const usage = ['Usage: npx fihrist', name, ...takes, '[options]'].join(' ');
  return `${[usage, summary, details, alignPairs(lines as [string, string][])].filter(Boolean).join('\n\n')}\n`;
}

function alignPairs(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length)) + 2;
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

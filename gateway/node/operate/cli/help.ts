import type { Command, Option } from '#gateway/node/operate/cli/context/command.ts';

/** What `fihrist help` prints. */
export function overviewOf(commands: readonly Command[]): string {
  const lines = commands.map(
    ({ name, argNames, summary }) => [[name, ...argNames].join(' '), summary] as const,
  );
  const exceptions = commands.flatMap(({ name, withoutData }) => (withoutData ? [name] : []));
  return `Usage: npm run fihrist -- <command>

${alignPairs(lines)}

"npm run fihrist -- help <command>" explains one. Every command works while the server runs and
takes --json and --data <folder>${exceptions.length === 0 ? '' : ` (not ${exceptions.join(', ')})`}.
`;
}

/** What one command's help prints. */
export function helpOf(command: Command, options: Readonly<Record<string, Option>>): string {
  const { name, argNames, summary, details } = command;
  const lines = Object.entries(options).map(([option, { value, description }]) => [
    ['--', option, value ? ` ${value}` : ''].join(''),
    description,
  ]);
  const usage = ['Usage: npm run fihrist --', name, ...argNames, '[options]'].join(' ');
  return `${[usage, summary, details, alignPairs(lines as [string, string][])].filter(Boolean).join('\n\n')}\n`;
}

function alignPairs(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length)) + 2;
  return pairs.map(([name, description]) => `  ${name.padEnd(width)}${description}`).join('\n');
}

import { run } from '#gateway/node/operate/cli/run.ts';

/** Runs a command line in this process and returns its output. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string | undefined> = {},
  draws = false,
  input = '',
) {
  let out = '';
  let err = '';
  const code = await run(args, {
    environment,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    isInteractive: draws,
    readInput: () => Promise.resolve(input),
  });
  return {
    code,
    out,
    err,
    /** What `--json` printed. */
    json: () => JSON.parse(out) as unknown,
  };
}

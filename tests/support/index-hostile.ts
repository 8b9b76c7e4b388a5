/** Gives files to a running gateway as a person does, and asks all the while whether it still answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileFile } from './make-hostile.ts';
import { createPlainClient, HttpError } from './plain-client.ts';

export interface HostileOutcome {
  name: string;
  /** `refused …`, `failed: <reason>` or `read: <passages>`. */
  outcome: string;
  /** All of its text that can be found, as stored. */
  text: string;
  milliseconds: number;
  /** Megabytes: the most that its readers held together; NaN where nobody watches or the system does not tell. */
  readerPeak: number;
  /** How often the gateway was asked for its health meanwhile, how often it did not answer well, the slowest in ms. */
  asked: number;
  unanswered: number;
  slowest: number;
}

/** An outcome with a clear reason. */
export const CLEAR_OUTCOME =
  /^(?:refused 4\d\d|read: \d+ passages|failed: (?:empty-file|no-text|pictures-of-text|letters-scrambled|password-protected|damaged|not-readable-type|encoding-unknown|page-without-text|too-large-inside|too-deep|out-of-memory|timeout))$/;

const PROBE_INTERVAL_MS = 50;
const HEALTH_TIMEOUT_MS = 20_000;

export async function indexHostileFiles(
  server: { origin: string; key: string },
  files: readonly HostileFile[],
  watchMemory?: () => () => { reader: number },
): Promise<HostileOutcome[]> {
  const client = createPlainClient(server.origin, server.key);
  const outcomes: HostileOutcome[] = [];
  for (const [index, file] of files.entries()) {
    const endWatch = watchMemory?.();
    const probe = probeHealth(server.origin);
    const begun = performance.now();
    const ended = await feedOne(client, file, `${index} ${file.name}`);
    const milliseconds = performance.now() - begun;
    outcomes.push({
      name: file.name,
      ...ended,
      milliseconds,
      ...(await probe.stop()),
      readerPeak: endWatch?.().reader ?? Number.NaN,
    });
  }
  return outcomes;
}

async function feedOne(
  client: ReturnType<typeof createPlainClient>,
  { name, bytes }: HostileFile,
  title: string,
): Promise<Pick<HostileOutcome, 'outcome' | 'text'>> {
  try {
    const id = await client.register(title, await client.upload(name, new Blob([bytes as BlobPart])));
    for (;;) {
      const [state] = await client.states([id]);
      if (state?.status === 'failed')
        return { outcome: `failed: ${state.reason?.code ?? 'no reason'}`, text: '' };
      if (state?.status === 'ready') {
        const { items } = await client.passages(id);
        return {
          outcome: `read: ${state.passages} passages`,
          text: items.map((item) => item.text).join('\n'),
        };
      }
      await sleep(25);
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { outcome: `refused ${/: (\d{3}) /.exec(error.message)?.[1] ?? ''}`, text: '' };
  }
}

function probeHealth(origin: string) {
  const over = new AbortController();
  const counts = { asked: 0, unanswered: 0, slowest: 0 };
  const run = (async () => {
    do {
      const begun = performance.now();
      const answer = await fetch(`${origin}/healthz`, {
        signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      counts.asked++;
      if (!answer?.ok) counts.unanswered++;
      counts.slowest = Math.max(counts.slowest, performance.now() - begun);
      await sleep(PROBE_INTERVAL_MS);
    } while (!over.signal.aborted);
  })();
  return {
    async stop() {
      over.abort();
      await run;
      return counts;
    },
  };
}

import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Reason } from '#gateway/core/reason.ts';

/**
 * Addresses that a process asks at once. One that does not answer costs a socket and nothing else, so many may wait; what
 * answers is written to the disk piece by piece.
 */
export const MAX_FETCHES = 32;
/** Of them, of one host: as a browser of one person is, so that no site takes us for an attack. */
export const MAX_FETCHES_PER_HOST = 2;
/** Addresses of a host that did not answer in a row, after which it counts as silent. */
const SILENT_AFTER = 2;
/** How long a silent host is given to begin an answer: hundreds of its addresses would take hours otherwise. */
const SILENT_ANSWER_MS = 5_000;
/** How long a host counts as silent. */
const SILENCE_MS = 5 * 60_000;
const MAX_REMEMBERED_HOSTS = 1_000;
/** What failed without a word of the host. */
const SILENT_CAUSES = new Set<unknown>(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH']);

export interface HostLimits {
  /** Runs `work` when its host and the process have a turn for it; how it went tells whether the host is silent. */
  run(
    host: string,
    work: (answerWithinMs: number | undefined) => Promise<Reason | undefined>,
  ): Promise<Reason | undefined>;
}

/** How many addresses are asked at once, and for how long those of a host that says nothing. */
export function createHostLimits(): HostLimits {
  const all = new PQueue({ concurrency: MAX_FETCHES });
  const hosts = new Map<string, PQueue>();
  const silences = new LRUCache<string, number>({ max: MAX_REMEMBERED_HOSTS, ttl: SILENCE_MS });

  async function ask(host: string, work: Parameters<HostLimits['run']>[1]): Promise<Reason | undefined> {
    const silence = silences.get(host) ?? 0;
    const reason = await work(silence >= SILENT_AFTER ? SILENT_ANSWER_MS : undefined);
    if (reason && isSilence(reason)) silences.set(host, (silences.get(host) ?? 0) + 1);
    else silences.delete(host);
    return reason;
  }

  return {
    async run(host, work) {
      const queue = hosts.get(host) ?? new PQueue({ concurrency: MAX_FETCHES_PER_HOST });
      hosts.set(host, queue);
      try {
        // The queue of the host comes first: a request that waits for its host takes no slot of other hosts.
        return await queue.add(() => all.add(() => ask(host, work)));
      } finally {
        if (queue.size + queue.pending === 0) hosts.delete(host);
      }
    },
  };
}

const isSilence = ({ code, parameters }: Reason): boolean =>
  code === 'page-timeout' || (code === 'unreachable' && SILENT_CAUSES.has(parameters['cause']));

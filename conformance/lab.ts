import PQueue from 'p-queue';
import { upload } from '#contract/operations/files.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { registerUnit } from '#contract/operations/units.ts';
import type { Call, Target } from './calls/call.ts';
import type { Exchange } from './calls/exchange.ts';
import { emptyCall, unitCall } from './calls/requests.ts';
import { type Fetch, type SendOptions, send } from './calls/send.ts';

/** Beginning of the titles of test units. */
export const TITLE_PREFIX = 'fihrist-check';

export interface LabOptions {
  target: Target;
  fetch: Fetch;
  /** An address that the gateway may index as a page. */
  pageUrl: string;
  /** A unit to read where registrations name none. */
  unitId: string | undefined;
  /** How long a unit may take until questions find it. */
  indexingMs: number;
  /** Ends the run: Ctrl+C, or its time is up. */
  signal: AbortSignal;
}

/** A unit that a registration made, or may have made. */
interface MadeUnit {
  /** Empty where what was sent as title is no text. */
  title: string;
  /** What was sent as title. */
  sentTitle: unknown;
  /** What the registration answered. */
  response: Exchange;
}

/** Calls under way at once, until the gateway says that it is too many. */
const CONCURRENT_CALLS = 3;
const CALL_TIMEOUT_MS = 30_000;
/** Statuses of a server that has nothing at a path. */
const NOTHING_THERE = new Set([404, 405, 501]);
const RETRIES_OF_429 = 2;
const MAX_RETRY_AFTER_MS = 10_000;
const DEFAULT_RETRY_AFTER_MS = 2_000;

/** Makes the calls of all checks, and remembers each call with the units and files that the call made. */
export class Lab {
  readonly options: LabOptions;
  /** Begins every title and file name of this run, so that people recognise them. */
  readonly prefix = `${TITLE_PREFIX} ${crypto.randomUUID().slice(0, 6)}`;
  readonly exchanges: Exchange[] = [];
  readonly madeUnits: MadeUnit[] = [];
  uploadedFiles = 0;
  private readonly probes = new Map<string, Promise<Exchange>>();
  private readonly queue = new PQueue({ concurrency: CONCURRENT_CALLS });

  constructor(options: LabOptions) {
    this.options = options;
  }

  /** One call, in its turn. Where the server has nothing at the path, its failure is `absent`. */
  async call(call: Call): Promise<Exchange> {
    const exchange = await this.callPatiently(call);
    const mayBeAbsent = NOTHING_THERE.has(exchange.status) && call.operation.kind === 'documented';
    if (mayBeAbsent && !(await this.isServed(call.operation))) exchange.failure = 'absent';
    if (exchange.status === 401 && call.headers === undefined && (await this.isKeyRefused()))
      exchange.failure = 'key';
    return exchange;
  }

  /** Whether the key is refused of the call that it was accepted of as the run began. */
  private async isKeyRefused(): Promise<boolean> {
    return (await this.callPatiently(unitCall(0))).status === 401;
  }

  /** What an endpoint answers to a request without content. */
  probe(operation: Operation): Promise<Exchange> {
    const earlier = this.probes.get(operation.id);
    if (earlier) return earlier;
    const probed = this.callPatiently(emptyCall(operation));
    this.probes.set(operation.id, probed);
    return probed;
  }

  /** Whether there is anything at the path of an operation. No unit has the number 0: JSON about that is an answer. */
  async isServed(operation: Operation): Promise<boolean> {
    const probed = await this.probe(operation);
    const { status, json } = probed;
    const isAboutUnit = operation.body.form === 'none' && typeof json === 'object' && json !== null;
    if (isAboutUnit || !NOTHING_THERE.has(status)) return true;
    probed.failure = 'absent';
    return false;
  }

  /**
   * A 429 is waited out and repeated at most twice, with one call at a time from then on. A call without any response is
   * made once more: servers may close a connection just as it is used again.
   */
  private async callPatiently(call: Call): Promise<Exchange> {
    let isSecondTry = false;
    for (let retries = 0; ; retries++) {
      const { exchange, headers } = await this.queue.add(() => this.callNow(call));
      if (exchange.failure === 'unreachable' && !isSecondTry) {
        isSecondTry = true;
        continue;
      }
      if (exchange.status !== 429 || retries === RETRIES_OF_429) return exchange;
      this.queue.concurrency = 1;
      await this.wait(retryAfterMs(headers));
    }
  }

  /** One call, past the queue; `hold` keeps a successful response open. */
  async callNow(call: Call, hold?: SendOptions['hold']): Promise<{ exchange: Exchange; headers: Headers }> {
    const { fetch, target, signal } = this.options;
    const sent = await send(fetch, target, call, { timeoutMs: CALL_TIMEOUT_MS, signal, hold });
    this.exchanges.push(sent.exchange);
    this.noteMade(call, sent.exchange);
    return sent;
  }

  /** Remembers what a call made, also where it should have been refused. */
  private noteMade({ operation, json }: Call, response: Exchange): void {
    if (response.status < 200 || response.status > 299) return;
    if (operation.id === upload.id) this.uploadedFiles++;
    if (operation.id !== registerUnit.id) return;
    const { title, Title } = json as Record<string, unknown>;
    const named = [title, Title].find((text) => typeof text === 'string');
    this.madeUnits.push({ title: named ?? '', sentTitle: title ?? Title, response });
  }

  /** Waits so long, or until the run ends. */
  wait(ms: number): Promise<void> {
    const { signal } = this.options;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    });
  }
}

export function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS)
    : DEFAULT_RETRY_AFTER_MS;
}

/** Shares a result between checks: the first check of a run starts `work`, later ones await the same result. */
export function once<Result>(work: (lab: Lab) => Promise<Result>): (lab: Lab) => Promise<Result> {
  const results = new WeakMap<Lab, Promise<Result>>();
  return (lab) => {
    const earlier = results.get(lab);
    if (earlier) return earlier;
    const result = work(lab);
    results.set(lab, result);
    return result;
  };
}

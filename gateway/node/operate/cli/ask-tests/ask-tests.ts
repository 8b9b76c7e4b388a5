import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { findQuotes, type JudgedPassage, type JudgedRun, judgeRun } from '#common/judge-run.ts';
import type { FileTest } from '#common/test-file.ts';
import type { Target } from '#conformance/calls/call.ts';
import type { Exchange } from '#conformance/calls/exchange.ts';
import { type Fetch, send } from '#conformance/calls/send.ts';
import { retryAfterMs } from '#conformance/lab.ts';
import { whyRejected } from '#conformance/reach.ts';
import { fill, type Text } from '#conformance/text.ts';
import { cameText, saidText } from '#conformance/words.ts';
import { lenientAnswerSchema } from '#contract/answers.ts';
import { HEADERS, parseAnswerBand } from '#contract/headers.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { answer as answerOperation } from '#contract/operations/answers.ts';
import type { EXPECTATION_PARTS, TestOutcome, TestRequest } from '#contract/tests.ts';
import { TEST_WORDS as WORDS } from './test-words.ts';

/** `line`: where it stands in its file; null for a test of a set. `request`: limits other than the defaults. */
export interface TestToAsk extends FileTest {
  line: number | null;
  request?: Omit<TestRequest, 'IndexNames'>;
}

/** `rank`: of the first passage with an expected quote, from 1; null without one. `fault`: why there is no answer. */
export interface AskedTest {
  test: TestToAsk;
  outcome: TestOutcome;
  failures: { part: (typeof EXPECTATION_PARTS)[number]; value: string }[];
  fault: Text | null;
  run: JudgedRun | null;
  saysPassages: boolean;
  rank: number | null;
  latencyMs: number | null;
}

interface AskOptions {
  target: Target;
  fetch: Fetch;
  signal: AbortSignal;
  concurrency: number;
  onProgress: (done: number, total: number) => void;
}

/** The gateway stopped answering this key; the reason is for a person. */
export class AskingStopped extends Error {
  readonly reason: Text;
  constructor(reason: Text) {
    super(reason.en);
    this.name = 'AskingStopped';
    this.reason = reason;
  }
}

const TIMEOUT_MS = 120_000;
const MAX_RETRIES = 4;
const BUSY = new Set([429, 502, 503, 504]);

/** Asks every test at the documented endpoint. Throws `AskingStopped` where no further question can be answered. */
export async function askTests(tests: readonly TestToAsk[], options: AskOptions): Promise<AskedTest[]> {
  const { concurrency, signal, onProgress } = options;
  const results = new Map<number, AskedTest>();
  const failing = new AbortController();
  const either = { ...options, signal: AbortSignal.any([signal, failing.signal]) };
  const queue = tests.entries();
  const work = async (): Promise<void> => {
    for (const [index, test] of queue) {
      results.set(index, await askTest(test, either));
      onProgress(results.size, tests.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    failing.abort();
    throw signal.aborted ? new AskingStopped(WORDS.cancelled) : error;
  }
  return tests.flatMap((_, index) => results.get(index) ?? []);
}

async function askTest(test: TestToAsk, options: AskOptions): Promise<AskedTest> {
  const { exchange, headers } = await sendPatiently(test, options);
  const latencyMs = exchange.arrival?.lastMs ?? null;
  const content = exchange.status === 200 && exchange.failure === null ? answerOf(exchange.json) : undefined;
  if (!content) {
    const came = cameText(exchange);
    const fault = exchange.json === undefined ? came : fill(WORDS.fault, { came, said: saidText(exchange) });
    const outcome = 'cannot-be-asked';
    return { test, outcome, failures: [], fault, run: null, saysPassages: false, rank: null, latencyMs };
  }
  const { answer, retrieved_documents: documents } = content;
  const passages = documents?.map(
    ({ text, metadata }): JudgedPassage => ({
      text,
      sectionTitle: metadata['Section Title'],
      unitId: null,
      ordinal: null,
    }),
  );
  const band = parseAnswerBand(headers.get(HEADERS.answerBand));
  const run = { answer, band, passages: passages ?? [] };
  const saysPassages = passages !== undefined;
  return { test, ...judge(test, run, saysPassages), fault: null, run, saysPassages, latencyMs };
}

/** Judges what the endpoint says: never of which unit a passage is, and of other gateways not always passages. */
function judge({ expectation }: FileTest, run: JudgedRun, saysPassages: boolean) {
  const { quotes, contains, lacks, band, units } = expectation;
  const isStated = quotes.length + contains.length + lacks.length > 0 || band !== null;
  const isSilent = units.length > 0 || (quotes.length > 0 && !saysPassages);
  const { outcome, failures } = judgeRun(run, {
    ...expectation,
    quotes: saysPassages ? quotes : [],
    units: [],
  });
  const ranks = findQuotes(run.passages, quotes).flatMap((places) =>
    places.length > 0 ? [Math.max(...places) + 1] : [],
  );
  const rank = ranks.length > 0 ? Math.min(...ranks) : null;
  const isUnjudged = !isStated || (isSilent && outcome !== 'fails');
  return { outcome: isUnjudged ? ('not-judged' as const) : outcome, failures, rank };
}

/** One question; a busy gateway and a lost connection are tried again, with longer waits. */
async function sendPatiently({ question, indexNames, expectation, request }: TestToAsk, options: AskOptions) {
  const { target, fetch, signal } = options;
  const limit = Math.max(ANSWER_LIMITS.Limit.default, expectation.within);
  const limits = request ?? (limit > ANSWER_LIMITS.Limit.default ? { Limit: limit, MaxLimit: limit } : {});
  const json = { Question: question, ...(indexNames ? { IndexNames: indexNames } : {}), ...limits };
  const call = { operation: answerOperation, json };
  for (let retries = 0; ; retries++) {
    const sent = await send(fetch, target, call, { timeoutMs: TIMEOUT_MS, signal });
    const { status, failure } = sent.exchange;
    if (failure === 'stopped') throw new AskingStopped(WORDS.cancelled);
    const isLost = failure === 'unreachable';
    if (!isLost && !BUSY.has(status)) return { ...sent, exchange: requireAccepted(sent.exchange, target) };
    if (retries === MAX_RETRIES || (isLost && retries > 0))
      return { ...sent, exchange: requireAccepted(sent.exchange, target) };
    await wait(retryAfterMs(sent.headers), undefined, { signal }).catch(() => undefined);
  }
}

function requireAccepted(exchange: Exchange, target: Target): Exchange {
  const reason = exchange.failure === 'timeout' ? undefined : whyRejected(exchange, target);
  if (reason) throw new AskingStopped(reason);
  if (exchange.status === 402) throw new AskingStopped(fill(WORDS.noQuota, { said: saidText(exchange) }));
  return exchange;
}

/** Of other gateways also without the envelope. */
function answerOf(json: unknown) {
  const { data } = z.object({ Response: lenientAnswerSchema }).safeParse(json);
  return data?.Response ?? lenientAnswerSchema.safeParse(json).data;
}

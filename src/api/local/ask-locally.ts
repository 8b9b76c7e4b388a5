import { type Expected, judgeRun } from '#common/judge-run.ts';
import type { AnswerRequest } from '#contract/answers.ts';
import { figuresOf } from '#contract/envelope.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import type { TestResult } from '#contract/tests.ts';
import { fetchAnswer } from '#src/api/client/answers.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { createRunId } from '#src/api/stores/local-operations.ts';
import { GatewayError } from '#src/api/transport/gateway-errors.ts';
import { localRun, toRunDocuments } from './local-runs.ts';
import type { LocalRun, LocalTest } from './local-store.ts';

export type AskedTest = Pick<LocalTest, 'question' | 'request'> & { expectation: Expected };
/** The answer to a test, or why it cannot be asked. */
export type Reply = { run: LocalRun; fault: null } | { run: null; fault: NonNullable<TestResult['fault']> };
export type Judged = Pick<TestResult, 'outcome' | 'failures' | 'fault'> & { run: LocalRun | null };

/** Statuses that speak of the question; others speak of the gateway, the key or the quota, and end what asks. */
const QUESTION_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** Used quota by client, as its last answer to a test reported. */
const usedBefore = new WeakMap<GatewayClient, number>();

/** Asks a test by the documented endpoint, which charges it. */
export async function askLocally(
  client: GatewayClient,
  { question, request, expectation }: AskedTest,
  signal?: AbortSignal,
): Promise<Reply> {
  const { IndexNames, MaxOutputTokens } = request;
  const Limit = Math.max(request.Limit, expectation.within);
  const body: AnswerRequest = {
    Question: question,
    ...(IndexNames === null || IndexNames === undefined ? {} : { IndexNames }),
    ...(Limit === ANSWER_LIMITS.Limit.default ? {} : { Limit }),
    ...(MaxOutputTokens === ANSWER_LIMITS.MaxOutputTokens.default ? {} : { MaxOutputTokens }),
  };
  const askedOn = new Date().toISOString();
  const start = performance.now();
  try {
    const whole = await fetchAnswer(client, body, { signal });
    const used = figuresOf(whole.consumption)?.used;
    const before = usedBefore.get(client);
    if (used !== undefined) usedBefore.set(client, used);
    const difference =
      used === undefined || before === undefined || used < before ? undefined : used - before;
    const documents = whole.answer.retrieved_documents ?? undefined;
    const run = localRun({
      id: whole.requestId ?? createRunId(),
      question,
      askedOn,
      action: 'evaluate',
      request: {
        ...request,
        Limit,
        Temperature: ANSWER_LIMITS.Temperature.default,
        UpdateGlobal: false,
        answerer: null,
      },
      answer: whole.answer.answer,
      band: whole.band,
      certainty: whole.certainty,
      documents: toRunDocuments(documents ?? [], whole.documentDates),
      hasPassages: documents !== undefined,
      durationMs: Math.round(performance.now() - start),
      charge: whole.charge ?? (difference === undefined ? null : { amount: difference, estimated: true }),
    });
    return { run, fault: null };
  } catch (error) {
    if (!(error instanceof GatewayError) || !QUESTION_STATUSES.has(error.status)) throw error;
    const { fault = '', status, message } = error;
    return { run: null, fault: { code: fault, status, message } };
  }
}

export const judgedRun = ({ answer, band, documents }: LocalRun) => ({
  answer,
  band,
  // The documented endpoints name neither unit nor place of a passage.
  passages: documents.map(({ text, sectionTitle }) => ({
    text: text ?? '',
    sectionTitle,
    unitId: null,
    ordinal: null,
  })),
});

/** Judges an answer as gateways do; of one without passages nobody can say what they have. */
export function judgeReply({ run, fault }: Reply, expectation: Expected): Judged {
  if (run === null) return { outcome: 'cannot-be-asked', failures: [], fault, run };
  const { outcome, failures } = judgeRun(judgedRun(run), expectation);
  const isUnknown =
    !run.hasPassages && failures.length > 0 && failures.every(({ part }) => part === 'quotes');
  return isUnknown ? { outcome: 'not-judged', failures: [], fault, run } : { outcome, failures, fault, run };
}

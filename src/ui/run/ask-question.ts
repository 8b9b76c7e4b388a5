import type { Capabilities } from '#contract/capabilities.ts';
import { streamAnswer } from '#contract/operations/answers.ts';
import { listRuns } from '#contract/operations/runs.ts';
import { listDrafts } from '#contract/operations/versions.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { createRunId } from '#src/api/stores/local-operations.ts';
import type { StreamId } from '#src/api/transport/connection.ts';
import { isAbortError } from '#src/api/transport/gateway-errors.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import { fetchAllTitles } from './all-titles.ts';
import { type AnswerRun, applyAnswerEvent, applyWholeAnswer } from './answer-run.ts';
import { answererOf, asSent, isStreamed, toAnswerRequest } from './ask-settings.ts';
import { toRun } from './to-run.ts';

type AskOptions = {
  gateway: GatewayClient;
  readCapabilities: () => Promise<Capabilities | null>;
  isAskedWhole: (stream: StreamId) => boolean;
  signal: AbortSignal;
};

/**
 * Asks a question and passes each change of its run on, the last one when it has ended, however it did. Resolves with
 * whether the gateway was asked to keep the run.
 */
export async function askQuestion(
  { gateway, readCapabilities, isAskedWhole, signal }: AskOptions,
  begun: AnswerRun,
  update: (next: (run: AnswerRun) => AnswerRun) => void,
): Promise<boolean> {
  const { request } = begun;
  let latest = begun;
  const change: typeof update = (next) => {
    latest = next(latest);
    update(next);
  };
  let start = performance.now();
  let keep = false;
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const capabilities = await readCapabilities();
    const announced = capabilities !== null;
    const drafts = request.drafts === true && capabilities?.extensions.includes(listDrafts.id) === true;
    keep = !drafts && (capabilities?.extensions.includes(listRuns.id) ?? false);
    const recipient = { connection: gateway.connection, announced };
    const question = asSent({ ...request, drafts }, recipient, !isAskedWhole(streamAnswer.id));
    const namesAll = question.names.length === 0 && question.settings.streamed;
    const names = namesAll ? await fetchAllTitles(gateway, capabilities) : question.names;
    // The time of an answer begins with its request, not with what this page reads before.
    start = performance.now();
    const startedAt = Date.now();
    change((run) => ({ ...run, request: question, startedAt }));
    const sent = toAnswerRequest({ ...question, names });
    const options = { signal, answerer: answererOf(question), keep, namesAll, drafts };
    if (isStreamed({ ...question, names })) {
      const { opened, events } = openAnswerStream(gateway, sent, options);
      opened.then(
        (heading) => change((run) => ({ ...run, ...heading })),
        () => undefined,
      );
      for await (const event of events) {
        if (signal.aborted) break;
        change((run) => applyAnswerEvent(run, event));
      }
      const phase = signal.aborted ? 'stopped' : 'done';
      change((run) => ({ ...run, phase, seconds: seconds() }));
    } else {
      const whole = await fetchAnswer(gateway, sent, options);
      change((run) => ({ ...applyWholeAnswer(run, whole), seconds: seconds() }));
    }
  } catch (error) {
    const stopped = signal.aborted || isAbortError(error);
    change((run) => ({
      ...run,
      phase: stopped ? 'stopped' : 'failed',
      error: stopped ? undefined : error,
      seconds: seconds(),
      repeatAt: stopped || run.phase !== 'asking' ? undefined : planRepeat(error, run.repeats),
    }));
  }
  if (!(await gateway.keepsLocally())) return keep;
  const result = await keepInBrowser(gateway, latest);
  update((run) => ({ ...run, ...result }));
  return true;
}

/** Keeps a run where the gateway keeps none; one that cannot be stored stays on its page. */
async function keepInBrowser(
  gateway: GatewayClient,
  run: AnswerRun,
): Promise<Pick<AnswerRun, 'kept' | 'requestId'>> {
  const id = run.requestId ?? createRunId();
  try {
    const { keepLocally } = await import('#src/api/local/serve-locally.ts');
    await keepLocally(gateway, toRun(run, id));
    return { kept: 'kept', requestId: id };
  } catch {
    return { kept: 'not-kept', requestId: run.requestId };
  }
}

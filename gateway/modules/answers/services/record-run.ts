import { maskPersonalData } from '#common/mask-personal-data.ts';
import type { ParsedAnswerRequest } from '#contract/answers.ts';
import { ANSWERERS, type Answerer } from '#contract/answers.ts';
import { HEADERS, KEEP_RUN, KEEP_RUN_OF_ALL, type RunResult, roundCertainty } from '#contract/headers.ts';
import type { RunAction, RunOutcome } from '#contract/runs.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { requireSpace } from '#gateway/core/disk-space.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import { NO_UNIT, type Run, type RunDetails, type RunText } from '#gateway/modules/runs/model.ts';
import type { RunCollector } from '#gateway/modules/runs/services/collect-runs.ts';
import { actorName } from '#gateway/modules/usage/model.ts';
import type { SearchOutcome } from './answer-question.ts';
import type { CostTracker } from './cost-tracker.ts';
import type { FinishedAnswer } from './write-answer.ts';

interface RecordedCall {
  ports: Pick<Ports, 'bots' | 'runs' | 'sha256' | 'clock' | 'log' | 'diskSpace'>;
  botId: number;
  key: StoredKey;
  requestId: string;
  request: Request;
  body: ParsedAnswerRequest;
}

/** Who keeps what programs asked. */
export interface ProgramRuns {
  programRuns: Pick<RunCollector, 'add'>;
}

/** Keeps one question with what came back; the first of the last three calls counts. */
export interface RunRecorder {
  searched(outcome: SearchOutcome, costs: CostTracker): void;
  wrote(text: string): void;
  /** The whole answer. */
  complete(finished: FinishedAnswer): Promise<RunResult | undefined>;
  fail(error: unknown): Promise<void>;
  /** Nobody takes the answer any more. */
  cut(): Promise<void>;
}

/** Index names of the request; undefined where it names none, or says that they stand for all units. */
export function searchedNames({ request, body }: Pick<RecordedCall, 'request' | 'body'>) {
  return request.headers.get(HEADERS.run)?.trim() === KEEP_RUN_OF_ALL ? undefined : body.IndexNames;
}

/** A recorder for a request that says `X-Run: keep`, or whose bot keeps this share of what programs ask; else undefined. */
export async function recordRun(
  call: RecordedCall,
  action: RunAction,
  { programRuns }: ProgramRuns,
): Promise<RunRecorder | undefined> {
  const { request, ports } = call;
  // What drafts answer is not what the bot answered.
  if (request.headers.get(HEADERS.knowledge) === 'draft') return undefined;
  const keep = request.headers.get(HEADERS.run)?.trim();
  const isOfDashboard = keep === KEEP_RUN || keep === KEEP_RUN_OF_ALL;
  if (!isOfDashboard) {
    const { keptPercent = 0 } = (await ports.bots.getCached(call.botId))?.settings ?? {};
    if (Math.random() * 100 >= keptPercent) return undefined;
  }
  const askedOn = ports.clock.now();
  const start = performance.now();
  let outcome: SearchOutcome | undefined;
  let costs: CostTracker | undefined;
  let text = '';
  let stored: Promise<RunResult | undefined> | undefined;

  const store = (ending: RunOutcome, finished?: FinishedAnswer, fault: RunDetails['fault'] = null) =>
    (stored ??= (async () => {
      try {
        await requireSpace(ports.diskSpace);
        const searched = searchedNames(call);
        // Names that no unit has are the caller's own words.
        const names = isOfDashboard ? searched : searched?.map(maskPersonalData);
        const described = { ports, request: requestOf(call), names };
        const { details, texts } = await describeRun(described, outcome, finished);
        const { tokens: amount = 0, estimated = false } = costs?.total() ?? {};
        const judged = finished?.judged ?? null;
        const run: Run = {
          botId: call.botId,
          id: call.requestId,
          askedOn,
          action,
          origin: isOfDashboard ? 'dashboard' : 'program',
          outcome: ending,
          band: judged?.band ?? null,
          certainty: judged && roundCertainty(judged.certainty),
          keyName: actorName(call.key),
          family: call.key.family,
          question: call.body.Question,
          details: {
            ...details,
            answer: finished?.answer ?? text,
            fault,
            durationMs: Math.round(performance.now() - start),
            charge: amount > 0 ? { amount, estimated } : null,
          },
        };
        if (isOfDashboard) {
          await ports.runs.add(call.botId, [run], texts);
          return 'kept' as const;
        }
        programRuns.add(masked(run), texts);
        return undefined;
      } catch (error) {
        ports.log.warn('run-not-kept', describeErrorForLog(error));
        return isOfDashboard ? 'not-kept' : undefined;
      }
    })());

  return {
    searched(result, tracker) {
      outcome = result;
      costs = tracker;
    },
    wrote(chunk) {
      text += chunk;
    },
    complete: (finished) => store('complete', finished),
    async fail(error) {
      const { code, parameters } = error instanceof GatewayFault ? error : INTERNAL;
      if (code === 'client-disconnected') await store('cut');
      else await store('failed', undefined, { code, parameters });
    },
    cut: async () => void (await store('cut')),
  };
}

/** The run without what tells who asked: in the question, its context, and what the answer repeats of them. */
function masked(run: Run): Run {
  const { answer, search, history, fault } = run.details;
  return {
    ...run,
    question: maskPersonalData(run.question),
    details: {
      ...run.details,
      answer: maskPersonalData(answer),
      search: search && maskPersonalData(search),
      history: history.map((item) => ({ ...item, content: maskPersonalData(item.content) })),
      fault: fault && { ...fault, parameters: maskStrings(fault.parameters) },
    },
  };
}

const maskStrings = (parameters: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(parameters), (_, value: unknown) =>
    typeof value === 'string' ? maskPersonalData(value) : value,
  ) as Record<string, unknown>;

const INTERNAL = new GatewayFault('internal');

function requestOf({ request, body }: RecordedCall): RunDetails['request'] {
  const { Limit, MaxLimit, Temperature, MaxOutputTokens, UpdateGlobal } = body;
  const name = request.headers.get(HEADERS.answerer)?.trim();
  const answerer = ANSWERERS.find((candidate): candidate is Answerer => candidate === name) ?? null;
  return { Limit, MaxLimit, Temperature, MaxOutputTokens, UpdateGlobal, answerer };
}

/** What a run is described from, beside the search and its answer. `names`: undefined where every ready unit was searched. */
interface DescribedRequest {
  ports: Pick<Ports, 'sha256'>;
  request: RunDetails['request'];
  names: readonly string[] | undefined;
}

type DescribedOutcome = Pick<SearchOutcome, 'passages' | 'search' | 'history' | 'skippedNames'> & {
  evidence: Pick<NonNullable<SearchOutcome['evidence']>, 'units'> | null;
};

/** Details of a run as search and answer make them, and the texts that runs share. */
export async function describeRun(
  { ports, request, names }: DescribedRequest,
  outcome: DescribedOutcome | undefined,
  finished: Pick<FinishedAnswer, 'facts' | 'sentences'> | undefined,
): Promise<{ details: Omit<RunDetails, 'answer' | 'fault' | 'durationMs' | 'charge'>; texts: RunText[] }> {
  const texts: RunText[] = [];
  const share = async (unitId: number, text: string): Promise<string> => {
    const hash = (await ports.sha256(text)).slice(0, HASH_DIGITS);
    texts.push({ unitId, hash, text });
    return hash;
  };
  const units = outcome?.evidence?.units;
  const passages: RunDetails['passages'] = [];
  for (const passage of outcome?.passages ?? []) {
    const { unitId, text, score, fileId, sectionTitle, ordinal, readOn } = passage;
    passages.push({
      unitId,
      unitTitle: units?.list[units.placeOf(unitId)]?.title ?? '',
      hash: await share(unitId, text),
      score,
      fileId,
      sectionTitle,
      ordinal,
      textDate: readOn?.getTime() ?? null,
    });
  }
  const { kind = null, model = null, fallback = null, quoted = [] } = finished?.facts ?? {};
  const details = {
    request,
    names: names === undefined ? null : await share(NO_UNIT, JSON.stringify(names)),
    kind,
    model,
    fallback,
    quoted,
    search: outcome?.search ?? null,
    history: outcome?.history ?? [],
    sentences: finished?.sentences ?? [],
    skipped: outcome?.skippedNames ?? [],
    passages,
  };
  return { details, texts };
}

/** Hex digits of a hash: 128 bits. */
const HASH_DIGITS = 32;

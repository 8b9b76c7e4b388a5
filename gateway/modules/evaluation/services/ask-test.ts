import { fingerprintText, type JudgedRun, judgeRun } from '#common/judge-run.ts';
import type { TestOutcome, TestRequest } from '#contract/tests.ts';
import { findFullDisk } from '#gateway/core/disk-space.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { detectSmallTalk } from '#gateway/engine/question/small-talk.ts';
import {
  findAnswer,
  type PreparedQuestion,
  type SearchOutcome,
  type SearchPorts,
} from '#gateway/modules/answers/services/answer-question.ts';
import { describeRun } from '#gateway/modules/answers/services/record-run.ts';
import type { SearchTurn } from '#gateway/modules/answers/services/search-queue.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import type { TestAnswer, TestDraft } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { Run, RunText } from '#gateway/modules/runs/model.ts';
import { selectUnits } from '#gateway/modules/units/services/select-units.ts';

export type AskPorts = SearchPorts & Pick<Ports, 'bots' | 'sha256' | 'clock'>;
/** Tests are asked by words alone: the meaning of a question would be charged. */
export type AskTools = Pick<SearchTools, 'segments' | 'synonyms'>;

export type Question = Pick<TestDraft, 'question' | 'request' | 'expectation'> & { botId: number };
export const NOTHING_EXPECTED = { quotes: [], within: 0, contains: [], lacks: [], band: null, units: [] };

/** Whose run the answer is; without an origin it is of the dashboard. */
export type Asker = Pick<Run, 'keyName' | 'family'> & Partial<Pick<Run, 'origin'>>;

/** What came back for a test's question: as it is judged, and as a run keeps it; or why it cannot be asked. */
export type QuestionReply =
  | {
      fault: null;
      outcome: SearchOutcome;
      judged: JudgedRun;
      quoted: number[];
      certainty: number | null;
      durationMs: number;
    }
  | { fault: GatewayFault };

/** Faults of a question that another state of the knowledge may not have. */
const OF_KNOWLEDGE: readonly string[] = [
  'indexes-unknown',
  'indexes-not-ready',
  'indexes-off',
  'indexes-not-yet-valid',
  'indexes-expired',
  'indexes-unavailable',
  'indexes-damaged',
  'nothing-to-search',
  'nothing-available',
];

const WITHOUT_MEANING: SearchTools['embeddings'] = {
  search: () => Promise.resolve({ scores: null, status: null, cost: { tokens: 0, estimated: false } }),
};

/** Asks by the code that answers every question, quoted, by words alone, free of charge; a conversation plays no part. */
export async function askQuestion(
  ports: AskPorts,
  { segments, synonyms }: AskTools,
  question: Question,
  turn: SearchTurn,
): Promise<QuestionReply> {
  const start = performance.now();
  try {
    const prepared = await prepare(ports, question);
    const tools = { segments, synonyms, embeddings: WITHOUT_MEANING };
    const outcome = await findAnswer(ports, tools, prepared, turn);
    const { direct, passages } = outcome;
    const judged: JudgedRun = { answer: direct?.text ?? '', band: direct?.band ?? null, passages };
    const durationMs = Math.round(performance.now() - start);
    const { quoted = [], certainty = null } = direct ?? {};
    return { fault: null, outcome, judged, quoted, certainty, durationMs };
  } catch (error) {
    if (error instanceof GatewayFault && OF_KNOWLEDGE.includes(error.code)) return { fault: error };
    throw error;
  }
}

/** What a test is asked with: as many passages as its expectation looks at, also where its own limits are lower. */
function requestOf({ request, expectation }: Pick<Question, 'request' | 'expectation'>): TestRequest {
  if (expectation.quotes.length === 0) return request;
  const raised = (limit: number) => Math.max(limit, expectation.within);
  return { ...request, Limit: raised(request.Limit), MaxLimit: raised(request.MaxLimit) };
}

async function prepare(ports: AskPorts, question: Question): Promise<PreparedQuestion> {
  const { botId, question: text } = question;
  const request = requestOf(question);
  const names = request.IndexNames ?? undefined;
  return {
    botId,
    keyId: '',
    text,
    names,
    limit: request.Limit,
    maxDocuments: request.MaxLimit,
    maxOutputTokens: request.MaxOutputTokens,
    updateContext: false,
    answerer: 'extractive',
    temperature: 0,
    writer: null,
    language: undefined,
    weakAnswers: (await ports.bots.getCached(botId))?.settings.weakAnswers ?? 'hedged',
    selection: await selectUnits(ports, botId, names),
    smallTalk: detectSmallTalk(text, { hasHistory: false }),
    searchTokens: 0,
    maxTokens: 0,
  };
}

/** A test's answer, with the parts of the expectation that do not hold. */
export interface JudgedTest {
  answer: TestAnswer;
  failures: { part: 'quotes' | 'contains' | 'lacks' | 'band' | 'units'; value: string }[];
}

/** Judges what came back by the test's expectation. */
export async function judgeAsked(
  { sha256 }: Pick<Ports, 'sha256'>,
  reply: QuestionReply,
  { expectation }: Pick<TestDraft, 'expectation'>,
): Promise<JudgedTest> {
  if (reply.fault !== null) {
    const outcome = OF_KNOWLEDGE.includes(reply.fault.code) ? 'cannot-be-asked' : 'not-judged';
    return { answer: { ...NO_ANSWER, outcome }, failures: [] };
  }
  const { judged, outcome } = reply;
  const { outcome: verdict, failures, places } = judgeRun(judged, expectation);
  const hashes = await Promise.all(outcome.passages.map(({ text }) => sha256(text)));
  const quoteUnits = places.flat().flatMap((place) => outcome.passages[place]?.unitId ?? []);
  const answer: TestAnswer = {
    outcome: verdict satisfies TestOutcome,
    band: judged.band,
    fingerprint: (await sha256(fingerprintText(judged))).slice(0, FINGERPRINT_DIGITS),
    passages: outcome.passages.map(({ unitId }, index) => [
      unitId,
      (hashes[index] ?? '').slice(0, PASSAGE_DIGITS),
    ]),
    quoteUnits: [...new Set(quoteUnits)],
  };
  return { answer, failures };
}

const NO_ANSWER = { band: null, fingerprint: null, passages: [], quoteUnits: [] };
/** Hex digits. */
const FINGERPRINT_DIGITS = 32;
const PASSAGE_DIGITS = 12;

/** The run of an answer, to be kept; undefined where the test could not be asked. */
export async function runOf(
  ports: Pick<Ports, 'sha256' | 'clock'>,
  reply: QuestionReply,
  { botId, question, ...draft }: Question,
  { keyName, family, origin = 'dashboard' }: Asker,
): Promise<{ run: Run; texts: RunText[] } | undefined> {
  if (reply.fault !== null) return undefined;
  const { outcome, judged, quoted, certainty, durationMs } = reply;
  const { IndexNames, ...limits } = requestOf(draft);
  const facts = { kind: quoted.length > 0 ? ('quoted' as const) : null, model: null, fallback: null, quoted };
  const { details, texts } = await describeRun(
    {
      ports,
      request: { ...limits, Temperature: 0, UpdateGlobal: false, answerer: 'extractive' },
      names: IndexNames ?? undefined,
    },
    outcome,
    { facts, sentences: [] },
  );
  const run: Run = {
    botId,
    id: crypto.randomUUID(),
    askedOn: ports.clock.now(),
    action: 'evaluate',
    origin,
    outcome: 'complete',
    band: judged.band,
    certainty,
    keyName,
    family,
    question,
    details: { ...details, answer: judged.answer, fault: null, durationMs, charge: null },
  };
  return { run, texts };
}

/** Keeps the run of the answer to a test or a kept question; null where there is none. A full disk costs the run and not the outcome. */
export async function keepAskedRun(
  ports: Pick<Ports, 'sha256' | 'clock' | 'runs' | 'diskSpace'>,
  reply: QuestionReply,
  question: Question & Asker,
): Promise<string | null> {
  if (await findFullDisk(ports.diskSpace)) return null;
  const record = await runOf(ports, reply, question, question);
  if (record) await ports.runs.add(question.botId, [record.run], record.texts);
  return record?.run.id ?? null;
}

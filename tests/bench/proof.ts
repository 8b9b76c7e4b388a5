/**
 * `npm run bench -- proof`: a proof of one unit of 200 passages over 1,000 tests in 50 units and 100 kept questions, in one
 * process with a database on disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { createEvaluationWorker } from '#gateway/modules/evaluation/services/evaluation-worker.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { draftText } from '#tests/support/units.ts';
import { describeLoad, round, say } from './figures.ts';
import { dataFolder } from './question-sets.ts';
import type { QualityOptions, Report } from './report.ts';
import { type LibraryUnit, makeUnit, readCorpus } from './search-corpus.ts';
import { createRandom } from './statistics.ts';

const FULL = { units: 50, passages: 100, draft: 200, tests: 1_000, questions: 100, rounds: 2 };
const QUICK = { units: 5, passages: 20, draft: 20, tests: 20, questions: 5, rounds: 1 };
const TITLE = 'الوحدة التي تتغير';

export async function measureProof({ data, quick = false }: QualityOptions): Promise<Report> {
  const scale = quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-proof-'));
  const gateway = await createTestGateway({ db: await openSqlite(join(folder, 'bench.sqlite')) });
  try {
    const corpus = readCorpus(dataFolder('retrieval', data));
    const random = createRandom(20_261_129);
    const units = Array.from({ length: scale.units }, (_, index) => ({
      ...makeUnit(corpus, random, index === 0 ? scale.draft : scale.passages, index + 1),
      ...(index === 0 ? { title: TITLE } : {}),
    }));
    for (const unit of units) await gateway.addUnit(unit.title, markdownOf(unit, false));
    await gateway.indexAll();
    say('units are indexed');
    await addTests(gateway, units, scale.tests / scale.units);
    for (const Question of corpus.questions.slice(0, scale.questions))
      await gateway.call('/api/v1/RAG/Answer', {
        method: 'POST',
        headers: { 'x-run': 'keep' },
        json: { Question },
      });
    const [first] = units;
    if (first) await draftText(gateway, 1, markdownOf(first, true));
    const evaluations = createEvaluationWorker(gateway.ports, { engine: '1' });
    await runLater(gateway, evaluations);
    say('tests are asked');
    return await measureRounds(gateway, scale.rounds);
  } finally {
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A section a passage. `isChanged`: each tenth one has another text. */
const markdownOf = ({ title, passages }: LibraryUnit, isChanged: boolean): string =>
  passages.reduce(
    (text, passage, index) =>
      `${text}\n## ${passage.sectionTitle} ${index}\n\n${isChanged && index % 10 === 0 ? 'نص آخر لا يجيب.' : passage.text}\n`,
    `# ${title}\n`,
  );

/** Tests of statements of each unit, asked by their own words in all units. */
async function addTests({ ports }: TestGateway, units: readonly LibraryUnit[], perUnit: number) {
  for (const { passages } of units)
    for (const { text } of passages.filter((_, index) => index % (passages.length / perUnit) < 1)) {
      // Sentences recur in other passages; where two of them meet, they do so in this one alone.
      const [first, second] = splitSentences(text).map((sentence) => sentence.text.split(/\s+/u));
      const quote = [...(first ?? []).slice(-8), ...(second ?? []).slice(0, 8)].join(' ').slice(0, 300);
      await ports.tests.add(
        {
          botId: 1,
          setId: 0,
          tags: [],
          keyName: 'bench',
          family: 'bench',
          fromRunId: null,
          question: quote,
          request: { IndexNames: null, Limit: 10, MaxLimit: 10, MaxOutputTokens: 1_000 },
          expectation: { quotes: [quote], within: 10, contains: [], lacks: [], band: null, units: [] },
          outcome: 'not-judged',
          band: null,
          fingerprint: null,
          passages: [],
          quoteUnits: [],
          since: new Date(),
          because: null,
          runId: null,
          askedOn: null,
          askedIn: null,
        },
        'written',
        100_000,
      );
    }
}

/** Lets the quiet time of a job pass, and does the job. */
async function runLater({ time }: TestGateway, worker: { runDue(): Promise<void> }): Promise<void> {
  await worker.runDue();
  time.now = new Date(time.now.getTime() + 2_000);
  await worker.runDue();
}

async function measureRounds(gateway: TestGateway, rounds: number): Promise<Report> {
  const { ports } = gateway;
  let begun = 0;
  let firstLost = Number.NaN;
  const worker = createProofWorker({
    ...ports,
    proofs: {
      ...ports.proofs,
      async record(lease, id, progress) {
        const isHeld = await ports.proofs.record(lease, id, progress);
        if (Number.isNaN(firstLost) && progress.changes.some(({ change }) => change === 'lost'))
          firstLost = performance.now() - begun;
        return isHeld;
      },
    },
  });
  await runLater(gateway, worker);
  const rows: Record<string, string | number>[] = [];
  for (let number = 0; number < 2 * rounds; number++) {
    const isRemembered = number % 2 === 0;
    if (!isRemembered) {
      const json = { expressions: [`كوكب ${number}`, `نجم ${number}`], note: '' };
      await gateway.call('/api/Synonyms/1', { method: 'POST', json });
    }
    await ports.proofs.request(1, [{ unitId: 1, version: 2 }]);
    const load = describeLoad();
    const cpu = process.cpuUsage();
    [begun, firstLost] = [performance.now(), Number.NaN];
    await worker.runDue();
    const wall = performance.now() - begun;
    const { user, system } = process.cpuUsage(cpu);
    const [proof] = await listProofs(gateway);
    rows.push({
      Live: isRemembered ? 'remembered' : 'asked again',
      'Wall, s': round(wall / 1000, 1),
      'CPU, s': round((user + system) / 1e6, 1),
      'First lost, s': round(firstLost / 1000, 2),
      Load: load,
      Asked: `${proof?.asked ?? 0} + ${proof?.questions?.asked ?? 0}`,
      'Lost, gained, changed': `${proof?.lost}, ${proof?.gained}, ${proof?.changed}`,
      'Questions changed': (proof?.questions?.changed ?? 0) + (proof?.questions?.unanswered ?? 0),
    });
    // Tests are remembered by their evaluation, kept questions by the proof that was just made.
    if (!isRemembered) await runLater(gateway, createEvaluationWorker(ports, { engine: '1' }));
    say(`${number + 1} of ${2 * rounds}: ${Object.values(rows.at(-1) ?? {}).join(', ')}`);
  }
  return { tables: [{ title: 'proof', rows }], rows: rows.map((row) => ({ bench: 'proof', ...row })) };
}

async function listProofs({ ports }: TestGateway) {
  const { items } = await ports.drafts.list(1, { offset: 0, limit: 1, indexVersion: 1 });
  const ids = items.flatMap(({ proofId }) => proofId ?? []);
  return [...(await ports.proofs.list(1, ids)).values()].map(({ proof }) => proof);
}

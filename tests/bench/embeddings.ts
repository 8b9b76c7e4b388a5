/** What finding by meaning takes, with made-up vectors; and, with a stand-in for a model, that it is counted right. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rank, SEMANTIC_WEIGHT, STEEPNESS } from '#gateway/engine/ranking/rank.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import { calibrateSimilarity } from '#gateway/engine/vectors/calibrate-similarity.ts';
import { quantiseVectors, readQuantised } from '#gateway/engine/vectors/quantise-vectors.ts';
import { cosineOf, scoreVectors } from '#gateway/engine/vectors/score-vectors.ts';
import { embedByLetters } from '#tests/support/fake-model-server.ts';
import { measureSpace, UNIT_PASSAGES, UNITS } from './embeddings-space.ts';
import { percentile, round, say } from './figures.ts';
import { dataFolder, findSets, judgeable, loadSet, type QuestionSet } from './question-sets.ts';
import { BenchSkipped, formatShare, type QualityOptions, type Report, type Row } from './report.ts';

const DIMS = [384, 1024];
const STAND_IN_DIMS = 256;
const QUESTIONS = 100;
const MEGABYTE = 1024 * 1024;

export async function measureEmbeddings(options: QualityOptions): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-embeddings-'));
  try {
    const spaces = [];
    for (const dims of DIMS)
      spaces.push({ dims, ...(await measureSpace(dims, join(folder, `${dims}.sqlite`))) });
    const sets = measureSets(options);
    const costs = spaces.flatMap(({ dims, all, three, cold, coldThree }) => [
      { dims, units: UNITS, vectors: 'in memory', ...all },
      { dims, units: 3, vectors: 'in memory', ...three },
      { dims, units: UNITS, vectors: 'read', ...cold },
      { dims, units: 3, vectors: 'read', ...coldThree },
    ]);
    return {
      tables: [
        {
          title: `One question over ${UNITS * UNIT_PASSAGES} passages in ${UNITS} units, or over 3 of them`,
          rows: costs.map(({ dims, units, vectors, cpu, p50, p95, pause }) => ({
            numbers: dims,
            passages: units * UNIT_PASSAGES,
            vectors,
            'CPU ms': cpu,
            'p50 ms': p50,
            'p95 ms': p95,
            'longest stretch, CPU ms': pause,
          })),
        },
        {
          title: 'Keeping them',
          rows: spaces.map(({ dims, diskBytes, memory, write, recall }) => ({
            numbers: dims,
            'MB on disk': round(diskBytes / MEGABYTE, 0),
            'MB in memory': round(memory / MEGABYTE, 0),
            'MB as floats': round((UNITS * UNIT_PASSAGES * dims * 4) / MEGABYTE, 0),
            'batch of 64 p50 ms': round(percentile(write, 0.5), 1),
            'p95 ms': round(percentile(write, 0.95), 1),
            'same 10 as floats': formatShare(recall.at10),
            'same 100': formatShare(recall.at100),
          })),
        },
        ...(sets.length > 0
          ? [{ title: 'Counted right, with a stand-in that knows no meaning', rows: sets }]
          : []),
      ],
      rows: [
        ...costs.map((row): Row => ({ bench: 'embeddings', ...row })),
        ...sets.map((row): Row => ({ bench: 'embeddings', ...row })),
      ],
      notes: [
        'Made-up vectors in clusters; every one is looked at for every question. Time of a question’s own vector, which the model server takes, is not in it. The longest stretch is what was worked between two turns of the event loop, garbage collection included.',
        `Counted right: the first ${QUESTIONS} questions of each set. The stand-in compares letters, so nothing about the quality of finding by meaning can be told from it. Same as brute force: of the 100 nearest by floats, how many are among the candidates. Adds up: results whose parts make their sum and whose sum makes their score.`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureSets({ data, sets }: QualityOptions) {
  try {
    return findSets(dataFolder('retrieval', data), sets).map((folder) => measureSet(loadSet(folder)));
  } catch (error) {
    if (!(error instanceof BenchSkipped)) throw error;
    say(error.message);
    return [];
  }
}

function embed(text: string): Float32Array {
  const vector = embedByLetters(text, STAND_IN_DIMS);
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

function measureSet(set: QuestionSet) {
  say(`${set.name}: stand-in`);
  const { passages } = set;
  const units = [
    {
      unitId: 1,
      segment: openSegment(
        buildSegment(
          passages.map(({ section, text }) => ({ sectionTitle: section, text })),
          '',
        ),
      ),
    },
  ];
  const floats = passages.map(({ section, text }) => embed(`${section}\n${text}`));
  const packed = readQuantised(quantiseVectors(floats), floats.length, STAND_IN_DIMS);
  if (!packed) throw new Error('not opened');
  let same = 0;
  let compared = 0;
  let right = 0;
  let results = 0;
  const questions = judgeable(set).slice(0, QUESTIONS);
  for (const { text } of questions) {
    const vector = embed(text);
    const scores = new Float32Array(floats.length);
    scoreVectors(vector, packed, scores, 0);
    const cosines = Float32Array.from(scores);
    calibrateSimilarity([scores], 0);
    const ranked = rank(text, units, { limit: 200, semantic: [scores] });
    const [first] = ranked;
    const attainable = first ? sumOf(first.parts) / (-Math.log(1 - first.score) / STEEPNESS) : 1;
    for (const { score, parts, ordinal } of ranked) {
      const fromSum = 1 - Math.exp((-STEEPNESS * sumOf(parts)) / attainable);
      const meaning = (scores[ordinal] ?? 0) * SEMANTIC_WEIGHT * attainable;
      results++;
      if (Math.abs(fromSum - score) < 1e-6 && Math.abs(meaning - parts.semantic) < 1e-3) right++;
    }
    const nearest = floats
      .map((candidate, ordinal) => ({ ordinal, cosine: cosineOf(candidate, vector) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, 100)
      .map(({ ordinal }) => ordinal);
    const nearestByBytes = new Set(
      Array.from(cosines, (score, ordinal) => ({ score, ordinal }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 100)
        .map(({ ordinal }) => ordinal),
    );
    compared += nearest.length;
    same += nearest.filter((ordinal) => nearestByBytes.has(ordinal)).length;
  }
  return {
    set: set.name,
    passages: passages.length,
    questions: questions.length,
    'same as brute force': formatShare(same / compared),
    'adds up': formatShare(right / results),
  };
}

function sumOf(parts: object): number {
  return Object.values(parts).reduce((sum: number, value: number) => sum + value, 0);
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { measureAnswers } from '#tests/bench/answers.ts';
import { dataFolder, findSets, judgeable, loadSet } from '#tests/bench/question-sets.ts';
import { RANKERS } from '#tests/bench/rankers/all.ts';
import { BenchFailure, type Row } from '#tests/bench/report.ts';
import { measureRetrieval } from '#tests/bench/retrieval.ts';

const folder = mkdtempSync(join(tmpdir(), 'fihrist-sets-'));

function writeSet(name: string, passages: unknown[], questions: unknown[]): void {
  const write = (file: string, lines: unknown[]) =>
    writeFileSync(
      join(folder, name, file),
      `\uFEFF${lines.map((line) => JSON.stringify(line)).join('\r\n')}\n\n`,
    );
  mkdirSync(join(folder, name));
  write('passages.jsonl', passages);
  write('questions.jsonl', questions);
}

/** Arabic and German, titles empty, sections absent, ids that are numbers, questions that nothing can be said of. */
const PASSAGES = [
  {
    id: 1,
    title: '',
    text: 'تُزرع أشجار الزيتون في السفوح المشمسة، ويُقطف ثمرها في تشرين. يدوم القطاف ثلاثة أسابيع.',
  },
  { id: 2, title: '', text: 'تُصنع السفن الخشبية في ورش الميناء القديم، ويستغرق صنع الواحدة منها عامين.' },
  {
    id: 'bahn',
    text: 'Die Straßenbahnen fahren alle zehn Minuten vom Bahnhof zum Schloss. Eine Fahrkarte kostet drei Euro.',
  },
  {
    id: 'garten',
    title: 'Der Garten',
    section: 'Öffnungszeiten',
    text: 'Von April bis Oktober ist der Garten bis neun Uhr geöffnet.',
  },
];
const QUESTIONS = [
  { id: 1, text: 'متى يقطف الزيتون؟', relevant: [1], answers: ['تشرين'] },
  { id: 2, text: 'كم يستغرق صنع السفينة؟', relevant: 2, answers: 'عامين' },
  {
    id: 3,
    text: 'Was kosten Fahrkarten der Straßenbahn?',
    relevant: ['bahn', 'absent'],
    answers: ['drei Euro'],
  },
  { id: 4, text: 'Wann öffnet der Garten?', relevant: ['garten'] },
  { id: 5, text: '؟', relevant: ['garten'], answers: [] },
  { id: 6, text: 'سؤال بلا جواب', relevant: [] },
  { id: 7, text: 'سؤال عن غائب', relevant: ['absent'], answers: ['غائب'] },
];

beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  writeSet('مجموعة odd', PASSAGES, QUESTIONS);
  writeSet('unjudged', PASSAGES, [{ id: 1, text: 'سؤال' }]);
  mkdirSync(join(folder, 'notes'));
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('finding sets', () => {
  test('takes every folder that holds both files', () => {
    expect(findSets(folder, [])).toEqual([join(folder, 'unjudged'), join(folder, 'مجموعة odd')]);
  });

  test('takes a folder that is itself a set, and the folder around the part that is asked for', () => {
    expect(findSets(join(folder, 'unjudged'), [])).toEqual([join(folder, 'unjudged')]);
    mkdirSync(join(folder, 'notes/retrieval'));
    expect(dataFolder('retrieval', join(folder, 'notes'))).toBe(join(folder, 'notes/retrieval'));
  });

  test('says what is missing and what there is', () => {
    expect(() => dataFolder('retrieval', join(folder, 'absent'))).toThrow(/There is no folder .*absent/);
    expect(() => findSets(folder, ['arcd'])).toThrow(/No set arcd .* There are: unjudged, مجموعة odd/);
    expect(() => findSets(join(folder, 'notes'), [])).toThrow(BenchFailure);
  });
});

describe('reading a set', () => {
  test('fills in what a line leaves out', () => {
    const set = loadSet(join(folder, 'مجموعة odd'));
    expect(set.name).toBe('مجموعة odd');
    expect(set.passages[0]).toEqual({ ...PASSAGES[0], id: '1', section: '' });
    expect(set.passages[2]).toMatchObject({ id: 'bahn', title: '', section: '' });
    expect(set.questions[1]).toMatchObject({ id: '2', relevant: ['2'], answers: ['عامين'] });
  });

  test('judges questions by the relevant passages that the set holds', () => {
    const questions = judgeable(loadSet(join(folder, 'مجموعة odd')));
    expect(questions.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(questions[2]?.relevant).toEqual(['bahn']);
  });

  test('names the line that is no JSON object', () => {
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken/passages.jsonl'), '{"id":"p1"}\n{"id":\n');
    writeFileSync(join(folder, 'broken/questions.jsonl'), '[]\n');
    expect(() => loadSet(join(folder, 'broken'))).toThrow(/passages\.jsonl, line 2/);
    rmSync(join(folder, 'broken'), { recursive: true });
  });
});

describe('measuring an odd set', () => {
  test('asks every engine, each of which finds the right passages first', async () => {
    const { rows, tables, notes } = await measureRetrieval({ data: folder, sets: [] });
    expect(rows.map(({ ranker }) => ranker)).toEqual(RANKERS.map(({ name }) => name));
    expect(notes).toContain('unjudged: 1 questions left out, none of their relevant passages is in the set.');
    expect(tables).toHaveLength(1);
    for (const row of rows) {
      expect(row).toMatchObject({
        bench: 'retrieval',
        set: 'مجموعة odd',
        passages: 4,
        questions: 5,
        questionsLeftOut: 2,
      });
      const numbers = [
        'mrr10',
        'recall1',
        'recall5',
        'recall10',
        'ndcg10',
        'mrr10Low',
        'mrr10High',
        'p50',
        'p95',
        'p99',
        'cpu',
      ];
      for (const name of numbers) expect(row[name]).toBeTypeOf('number');
      expect(row['mrr10']).toBeGreaterThanOrEqual(0.4);
      expect(row['mrr10Low']).toBeLessThanOrEqual(row['mrr10'] as number);
    }
    expect(rows.filter(({ bestPeer }) => bestPeer)).toHaveLength(1);
    const ours = rows[0] as Row;
    // The question of nothing but a mark has no answer that any engine could find.
    expect(ours['recall1']).toBe(0.8);
    for (const row of rows.slice(1))
      expect(row['oursAhead']).toBeCloseTo((ours['mrr10'] as number) - (row['mrr10'] as number), 9);
  });

  test('measures the others when one cannot be read, and says so', async () => {
    writeSet('broken', [{ id: 'p1', text: 'نص' }], [['no object']]);
    const { rows, failures } = await measureRetrieval({ data: folder, sets: ['broken', 'مجموعة odd'] });
    rmSync(join(folder, 'broken'), { recursive: true });
    expect(rows).toHaveLength(RANKERS.length);
    expect(failures).toEqual([expect.stringMatching(/^broken not measured: .*questions\.jsonl, line 1/)]);
  });

  test('quotes answers where known ones are given', async () => {
    const { rows } = await measureAnswers({ data: folder, sets: ['مجموعة odd'] });
    expect(rows).toHaveLength(1);
    const row = rows[0] as Row;
    expect(row).toMatchObject({
      bench: 'answers',
      ranker: 'fihrist',
      questions: 3,
      questionsLeftOut: 4,
      goldInside: 1,
    });
    expect(row['maxCharacters']).toBeLessThanOrEqual(400);
    const curve = row['curve'] as Record<string, number>[];
    expect(curve[0]).toMatchObject({ threshold: 0, answered: 1, goldAnswered: 1 });
    const answered = curve.map((point) => point['answered'] ?? Number.NaN);
    expect(answered).toEqual(answered.toSorted((a, other) => other - a));
  });
});

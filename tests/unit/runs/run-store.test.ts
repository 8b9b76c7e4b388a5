import { expect, test } from 'vitest';
import type { Run, RunText } from '#gateway/modules/runs/model.ts';
import { createRunCollector } from '#gateway/modules/runs/services/collect-runs.ts';
import { addUnit, describeStores } from '#tests/support/stores.ts';

const DETAILS: Run['details'] = {
  request: {
    Limit: 10,
    MaxLimit: 10,
    Temperature: 0,
    MaxOutputTokens: 1e3,
    UpdateGlobal: false,
    answerer: null,
  },
  names: null,
  answer: 'ثلاثمئة ريال',
  kind: 'quoted',
  model: null,
  fallback: null,
  search: null,
  fault: null,
  charge: null,
  history: [],
  quoted: [0],
  sentences: [],
  skipped: [],
  passages: [
    {
      unitId: 1,
      unitTitle: 'دليل',
      hash: 'h1',
      score: 0.9,
      fileId: '1/a/دليل.md',
      sectionTitle: 'دليل › الرسوم',
      ordinal: 3,
      textDate: 5,
    },
  ],
  durationMs: 12,
};
const TEXT: RunText = { unitId: 1, hash: 'h1', text: 'رسومه ثلاثمئة ريال' };

const run = (id: string, minute: number, change: Partial<Run> = {}): Run => ({
  botId: 1,
  id,
  askedOn: new Date(Date.UTC(2026, 10, 21, 9, minute)),
  action: 'answer',
  origin: 'dashboard',
  outcome: 'complete',
  band: 'answered',
  certainty: 0.81,
  keyName: 'الدعم',
  family: 'k1',
  question: 'كم رسومُ التجديد؟',
  details: DETAILS,
  ...change,
});
const idsOf = (runs: readonly { id: string }[]) => runs.map(({ id }) => id);

describeStores('RunStore', (stores) => {
  test('finds and expires what programs asked apart from the rest', async () => {
    const { runs } = stores();
    await runs.add(
      1,
      [run('a', 1), run('b', 2, { origin: 'program' }), run('c', 9, { origin: 'program' })],
      [],
    );
    await runs.add(2, [run('d', 1, { botId: 2, origin: 'program' })], []);
    expect(idsOf(await runs.list(1, { origin: 'program', limit: 9 }))).toEqual(['c', 'b']);
    expect(idsOf(await runs.list(1, { origin: 'dashboard', limit: 9 }))).toEqual(['a']);
    const before = new Date(Date.UTC(2026, 10, 21, 9, 5));
    expect(await runs.expire(1, 'program', before, 9)).toBe(1);
    expect(idsOf(await runs.list(1, { limit: 9 }))).toEqual(['c', 'a']);
    expect(idsOf(await runs.list(2, { limit: 9 }))).toEqual(['d']);
  });

  test('takes as many runs of programs as wait at a time', async () => {
    const { runs } = stores();
    await addUnit(stores(), 'دليل');
    const warnings: string[] = [];
    const warn = (event: string) => void warnings.push(event);
    const log = { debug: warn, info: warn, warn, error: warn };
    const collector = createRunCollector({ runs, log });
    for (let index = 0; index < 1000; index++) {
      const passages = Array.from({ length: 8 }, (_, place) => ({ ...TEXT, hash: `${index} ${place}` }));
      collector.add(run(`p${index}`, 1, { origin: 'program' }), passages);
    }
    await collector.flush();
    expect(warnings).toEqual([]);
    expect(await runs.countAsked(1, 'كم رسوم التجديد؟', 2000)).toBe(1000);
  });

  test('keeps a run with the texts that it shares, of one bot', async () => {
    const { runs } = stores();
    await addUnit(stores(), 'دليل');
    await runs.add(1, [run('a', 1)], [TEXT, TEXT]);
    await runs.add(1, [run('b', 2)], [TEXT]);
    expect(await runs.get(1, 'a')).toEqual({ run: run('a', 1), names: null, texts: [TEXT], verdicts: [] });
    expect(await runs.get(2, 'a')).toBeUndefined();
    expect(await runs.remove(2, 'a')).toBe(false);
    expect(await runs.remove(1, 'a')).toBe(true);
    expect(await runs.get(1, 'a')).toBeUndefined();
    expect(await runs.get(1, 'b')).toMatchObject({ texts: [TEXT] });
  });

  test('lists the newest first, from one page to the next, by words, band and key', async () => {
    const { runs } = stores();
    const all = [
      run('a', 1),
      run('b', 2, { question: 'متى الدوام؟', band: 'weak', certainty: null }),
      run('c', 2, { family: 'k2' }),
      run('d', 3, { band: null, outcome: 'failed' }),
    ];
    await runs.add(1, all, []);
    await runs.add(2, [run('e', 4, { botId: 2 })], []);
    const [, , third] = all;
    expect(idsOf(await runs.list(1, { limit: 10 }))).toEqual(['d', 'c', 'b', 'a']);
    expect(idsOf(await runs.list(1, { limit: 2 }))).toEqual(['d', 'c']);
    const before = { askedOn: third?.askedOn.getTime() ?? 0, id: 'c' };
    expect(idsOf(await runs.list(1, { before, limit: 2 }))).toEqual(['b', 'a']);
    expect(idsOf(await runs.list(1, { search: 'رسوم تجديد', limit: 10 }))).toEqual(['d', 'c', 'a']);
    expect(idsOf(await runs.list(1, { search: '100%', limit: 10 }))).toEqual([]);
    expect(idsOf(await runs.list(1, { band: 'weak', limit: 10 }))).toEqual(['b']);
    expect(idsOf(await runs.list(1, { family: 'k2', limit: 10 }))).toEqual(['c']);
  });

  test('has one verdict of each key, of which the newest counts', async () => {
    const { runs } = stores();
    const given = (family: string, verdict: 'right' | 'wrong', minute: number) => ({
      verdict,
      family,
      note: 'قديم',
      keyName: family,
      judgedOn: new Date(Date.UTC(2026, 10, 21, 10, minute)),
    });
    const listed = async (verdict: 'right' | 'wrong' | 'none') =>
      (await runs.list(1, { verdict, limit: 10 })).map(({ id, verdict }) => [id, verdict]);
    await runs.add(1, [run('a', 1), run('b', 2), run('c', 3), run('t', 4, { action: 'evaluate' })], []);
    const [right, wrong] = [given('k1', 'right', 1), given('k2', 'wrong', 2)];
    expect(await runs.judge(1, 'a', right)).toEqual([right]);
    expect(await runs.judge(1, 'a', wrong)).toEqual([wrong, right]);
    expect(await runs.judge(1, 'b', given('k1', 'wrong', 3))).toHaveLength(1);
    expect(await runs.judge(2, 'a', right)).toBeUndefined();
    expect(await listed('wrong')).toEqual([
      ['b', 'wrong'],
      ['a', 'wrong'],
    ]);
    expect(await listed('right')).toEqual([]);
    expect(await listed('none')).toEqual([['c', null]]);
    const before = { askedOn: Date.UTC(2026, 10, 21, 9, 2), id: 'b' };
    expect(idsOf(await runs.list(1, { verdict: 'wrong', before, limit: 10 }))).toEqual(['a']);
    expect(await runs.judge(1, 'a', { verdict: null, family: 'k2' })).toEqual([right]);
    expect(await listed('right')).toEqual([['a', 'right']]);
    expect((await runs.get(1, 'a'))?.verdicts).toEqual([right]);
    expect(await runs.remove(1, 'a')).toBe(true);
    await runs.add(1, [run('a', 1)], []);
    expect((await runs.get(1, 'a'))?.verdicts).toEqual([]);
    expect(await runs.keptAmong(1, ['a', 'x'])).toEqual(['a']);
  });

  test('loses runs by their age, and texts by that of the last run that names them', async () => {
    const { runs } = stores();
    await addUnit(stores(), 'دليل');
    await runs.add(1, [run('a', 1), run('b', 2)], [TEXT]);
    await runs.add(1, [run('c', 30)], [TEXT]);
    const noon = new Date(Date.UTC(2026, 10, 21, 9, 10));
    expect(await runs.expire(1, 'dashboard', noon, 1)).toBe(1);
    expect(await runs.expire(1, 'dashboard', noon, 10)).toBe(1);
    expect(idsOf(await runs.list(1, { limit: 10 }))).toEqual(['c']);
    expect(await runs.expireTexts(noon, 10)).toBe(0);
    expect(await runs.expireTexts(new Date(Date.UTC(2026, 10, 21, 10)), 10)).toBe(1);
    expect(await runs.get(1, 'c')).toMatchObject({ texts: [] });
  });

  test('says how often a question was asked, in any spelling, to a limit', async () => {
    const { runs } = stores();
    const long = 'كم '.repeat(600);
    const all = [
      run('a', 1),
      run('b', 2, { question: 'كم رسوم التجديد؟' }),
      run('c', 3, { question: 'كم رسوم التجديد الآن؟' }),
      run('d', 4, { question: long }),
      run('e', 5, { question: `${long}ريال` }),
      run('f', 6, { action: 'evaluate' }),
    ];
    await runs.add(1, all, []);
    expect(await runs.countAsked(1, 'كم رُسوم التجديد؟', 9)).toBe(2);
    expect(await runs.countAsked(1, 'كم رسوم التجديد؟', 1)).toBe(1);
    expect(await runs.countAsked(1, long, 9)).toBe(1);
    expect(await runs.countAsked(2, long, 9)).toBe(0);
  });

  test('reads the newest questions without an answer, and counts all by band and time', async () => {
    const { runs } = stores();
    const all = [
      run('a', 1, { band: 'not-found' }),
      run('b', 2, { band: 'weak' }),
      run('c', 16, { band: 'not-found' }),
      run('d', 17, { band: 'not-found' }),
      run('e', 18, { band: 'not-found', action: 'evaluate' }),
      run('f', 19, { band: null, outcome: 'cut' }),
    ];
    await runs.add(1, all, []);
    const since = run('', 2).askedOn;
    const unanswered = await runs.unanswered(1, { since, limit: 9 });
    expect(unanswered.map(({ id, band }) => [id, band])).toEqual([
      ['d', 'not-found'],
      ['c', 'not-found'],
      ['b', 'weak'],
    ]);
    expect(unanswered[2]).toMatchObject({ question: all[1]?.question, askedOn: since });
    expect(idsOf(await runs.unanswered(1, { since, limit: 2 }))).toEqual(['d', 'c']);
    expect(await runs.newestDetails(1, { since, limit: 9 })).toEqual([DETAILS, DETAILS, DETAILS, DETAILS]);
    expect(await runs.newestDetails(1, { since, limit: 1 })).toEqual([DETAILS]);
    const counted = await runs.countBands(1, since);
    const byBand = counted.map(({ band, from, runs: times }) => `${band} ${from.getUTCMinutes()} ${times}`);
    expect(byBand.toSorted()).toEqual(['not-found 15 2', 'null 15 1', 'weak 0 1']);
  });

  test('finds the questions asked most among the newest runs, each by its newest run', async () => {
    const { runs } = stores();
    const hours = { question: 'متى الدوام؟' };
    const all = [
      run('a', 1, hours),
      run('b', 2, hours),
      run('c', 3, hours),
      run('d', 4),
      run('e', 5, { question: 'كم رُسوم التجديد؟' }),
      run('f', 6, { question: 'أين المكتب؟', outcome: 'failed' }),
      run('g', 7, { question: 'أين المكتب؟', action: 'evaluate' }),
      run('h', 8, { question: 'كم المهلة؟' }),
    ];
    await runs.add(1, all, []);
    const since = run('', 2).askedOn;
    const frequent = (among: number, limit: number) => runs.frequent(1, { since, among, limit });
    expect(await frequent(9, 9)).toEqual([
      { id: 'e', times: 2 },
      { id: 'c', times: 2 },
      { id: 'h', times: 1 },
    ]);
    expect(await frequent(9, 1)).toEqual([{ id: 'e', times: 2 }]);
    expect(await frequent(2, 9)).toEqual([
      { id: 'h', times: 1 },
      { id: 'e', times: 1 },
    ]);
    expect(await runs.frequent(2, { since, among: 9, limit: 9 })).toEqual([]);
    expect(await runs.questionsAmong(1, ['h', 'x'])).toEqual(new Map([['h', 'كم المهلة؟']]));
    expect(await runs.questionsAmong(1, ['h'], 'program')).toEqual(new Map());
  });

  test('keeps no text of a unit that was deleted for good, before or after the answer', async () => {
    const { runs, units } = stores();
    const { id } = await addUnit(stores(), 'دليل');
    await units.moveToBin(1, id);
    await runs.add(1, [run('a', 1)], [TEXT]);
    expect(await runs.get(1, 'a')).toMatchObject({ texts: [TEXT] });
    await units.remove(1, id);
    await runs.add(1, [run('b', 2)], [TEXT]);
    for (const runId of ['a', 'b']) expect(await runs.get(1, runId)).toMatchObject({ texts: [] });
  });
});

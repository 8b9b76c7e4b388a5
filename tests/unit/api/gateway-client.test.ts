import { describe, expect, test } from 'vitest';
import type { AnswerEvent } from '#contract/answers.ts';
import { knowledgeSummary, restoreUnit, unitDetails, unitPassages } from '#contract/operations/units.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import { searchPassages } from '#src/api/client/search-passages.ts';
import { fetchUnit, fetchUnitStates, fetchUnits, removeUnit } from '#src/api/client/units.ts';
import { GUIDE, TITLE } from '#tests/support/api-client.ts';
import { closeStories, openWithUnit, QUESTION } from './setup.ts';

const PAGE = { offset: 0, limit: 10, sort: '-modifiedOn' } as const;
closeStories();

describe('the client against our gateway', () => {
  test('reads a unit, its state, its details and its passages', async () => {
    const { client, id } = await openWithUnit();
    expect(await fetchUnit(client, id)).toMatchObject({ id, title: TITLE, sourceStatus: 2 });
    expect(await fetchUnitStates(client, [id])).toMatchObject([{ id, status: 'ready', passages: 2 }]);
    expect(
      (await client.read(unitDetails, { params: { knowledgeId: id } }))?.sections.length,
    ).toBeGreaterThan(0);
    expect(
      await client.read(unitPassages, { params: { knowledgeId: id }, query: { offset: 1, limit: 1 } }),
    ).toMatchObject({
      total: 2,
      items: [{ ordinal: 1 }],
    });
    expect(await client.read(knowledgeSummary)).toMatchObject({ units: { ready: 1 } });
  });

  test('searches the list blind to tashkeel and hamza forms, through the gateway', async () => {
    const { client } = await openWithUnit();
    expect(await fetchUnits(client, { ...PAGE, search: 'دَليل' })).toMatchObject({ total: 1 });
    expect(await fetchUnits(client, { ...PAGE, search: 'لا شيء' })).toMatchObject({ total: 0 });
  });

  test('finds the passages nearest to words, of no cost', async () => {
    const { client, gateway, id } = await openWithUnit();
    const [first] = await searchPassages(client, 'مهلة الإرجاع');
    expect(first).toMatchObject({ unitId: id, unitTitle: TITLE, ordinal: 0 });
    expect(first?.document.text).toContain('15 يومًا');
    expect(await searchPassages(client, 'ع'.repeat(3000))).toEqual([]);
    const { Response } = await (await gateway.call('/api/Usage/1')).json();
    expect(Response.ledgers).toContainEqual(expect.objectContaining({ ledger: 'text', used: 0 }));
  });

  test('finds a passage once, and none that shares but a word', async () => {
    const { client, gateway } = await openWithUnit();
    const damage = '# Craft\n\n## Damage\n\nA humidity stain is removed with distilled water.';
    await gateway.addUnit('Craft', damage);
    await gateway.addUnit('Copy of Craft', damage);
    await gateway.addUnit('Chairs', '# Chairs\n\n## Wood\n\nOak chairs come with a stain of your choice.');
    await gateway.indexAll();
    const titles = (await searchPassages(client, 'humidity stain')).map(({ unitTitle }) => unitTitle);
    expect(titles).toHaveLength(1);
    expect(titles[0]).toMatch(/Craft$/u);
  });

  test('takes a unit out, with a receipt, and brings it back', async () => {
    const { client, id } = await openWithUnit();
    expect(await removeUnit(client, id)).toMatchObject({ id, forever: false });
    expect(await fetchUnits(client, PAGE)).toMatchObject({ total: 0 });
    await client.call(restoreUnit, { params: { knowledgeId: id } });
    expect(await fetchUnits(client, PAGE)).toMatchObject({ total: 1 });
  });

  test('answers whole, with what it cost, and reports it', async () => {
    const { client, reported } = await openWithUnit();
    const { answer, consumption, requestId } = await fetchAnswer(client, QUESTION, {
      answerer: 'extractive',
    });
    expect(answer.answer).toContain('15');
    expect(answer.retrieved_documents?.[0]?.metadata['Section Title']).toContain('مهلة الإرجاع');
    expect(consumption).toMatchObject({ used: expect.any(Number) });
    expect(reported.at(-1)).toEqual(consumption);
    expect(requestId).toMatch(/[0-9a-f-]{36}/);
  });

  test('answers piece by piece, ending with the final event', async () => {
    const { client, reported } = await openWithUnit();
    const { opened: heading, events } = openAnswerStream(client, QUESTION, { answerer: 'extractive' });
    expect(await heading).toMatchObject({ skippedTitles: [], kind: 'quoted', quoted: [0] });
    const seen: AnswerEvent[] = [];
    for await (const event of events) seen.push(event);
    expect(seen[0]).toHaveProperty('retrieved_documents');
    expect(seen.at(-1)).toMatchObject({ final: true });
    expect(seen.map((event) => ('chunk' in event ? event.chunk : '')).join('')).toContain('15');
    expect(reported.at(-1)?.used).toBeGreaterThan(0);
  });

  test('leaving a stream ends the request, reading it to the end does not', async () => {
    let signal: AbortSignal | undefined;
    const { client } = await openWithUnit({
      deviation: (request, pass) => {
        if (request.url.includes('Stream')) ({ signal } = request);
        return pass();
      },
    });
    for await (const _ of openAnswerStream(client, QUESTION, { answerer: 'extractive' }).events) break;
    expect(signal?.aborted).toBe(true);
    for await (const _ of openAnswerStream(client, QUESTION, { answerer: 'extractive' }).events);
    expect(signal?.aborted).toBe(false);
  });

  test('names the indexes that were skipped', async () => {
    const { client, gateway } = await openWithUnit();
    await gateway.addUnit('قيد الانتظار', GUIDE);
    const names = [TITLE, 'قيد الانتظار'];
    const { skippedTitles } = await fetchAnswer(
      client,
      { ...QUESTION, IndexNames: names },
      { answerer: 'none' },
    );
    expect(skippedTitles).toEqual(['قيد الانتظار']);
  });
});

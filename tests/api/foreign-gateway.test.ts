/** A gateway of the same interface that is not ours: a table of deviations, each row a story. */
import { describe, expect, it } from 'vitest';
import { ContractMismatch } from '#contract/mismatch.ts';
import { CutStream } from '#src/api/errors.ts';
import { statusOf } from '#src/api/status-of.ts';
import { type ApiStory, CONNECTION, createApiStory, GUIDE, TITLE } from '#tests/support/api-client.ts';
import { type DeviationName, deviate } from '#tests/support/foreign-gateway.ts';

const PAGE = { offset: 0, limit: 10, sort: '-modifiedOn' } as const;
const QUESTION = { Question: 'كم مهلة الإرجاع؟', IndexNames: [TITLE] };

async function ask({ client }: ApiStory) {
  const { events } = client.streamAnswer(QUESTION, { answerer: 'extractive' });
  const seen: string[] = [];
  let text = '';
  let documents = 0;
  for await (const event of events) {
    seen.push(Object.keys(event)[0] ?? '');
    if ('chunk' in event) text += event.chunk;
    if ('retrieved_documents' in event && !('final' in event))
      documents = event.retrieved_documents?.length ?? 0;
  }
  return { seen, text, documents };
}

const STORIES: Record<string, { deviations: DeviationName[]; story: (told: ApiStory) => Promise<void> }> = {
  'no list: the client says so, and asks only once': {
    deviations: ['noList', 'noExtensions'],
    story: async ({ client, calls }) => {
      expect(await client.listUnits(PAGE)).toBeNull();
      expect(await client.listUnits(PAGE)).toBeNull();
      expect(calls).toEqual(['GET /api/AIKnowledge/all/1']);
    },
  },
  'a page of HTML where the list should be: no list': {
    deviations: ['htmlForList'],
    story: async ({ client }) => expect(await client.listUnits(PAGE)).toBeNull(),
  },
  'an empty registration: the unit is found by its title': {
    deviations: ['emptyRegistration'],
    story: async ({ client }) => {
      const content = ['https://example.com/'];
      const { id } = await client.registerUnit({ title: 'صفحة', KnowledgeSource: 1, SourceContent: content });
      expect(id).toBeGreaterThan(0);
      expect((await client.getUnit(id ?? 0)).title).toBe('صفحة');
    },
  },
  'an empty registration and no list: registered, but without an id': {
    deviations: ['emptyRegistration', 'noList'],
    story: async ({ client, gateway }) => {
      const content = ['https://example.com/'];
      expect(
        await client.registerUnit({ title: 'صفحة', KnowledgeSource: 1, SourceContent: content }),
      ).toEqual({});
      expect(
        (await gateway.ports.units.list(1, { offset: 0, limit: 9, sort: { by: 'title', descending: false } }))
          .total,
      ).toBe(2);
    },
  },
  'other status numbers: a number stays a number until someone names it': {
    deviations: ['otherStatusNumbers', 'noCapabilities', 'noExtensions'],
    story: async ({ client }) => {
      const { sourceStatus } = await client.getUnit(1);
      expect(statusOf(sourceStatus, await client.capabilities(), CONNECTION)).toBe(9);
      expect(statusOf(sourceStatus, null, { statusNames: { '9': 'ready' } })).toBe('ready');
    },
  },
  'no capabilities': {
    deviations: ['noCapabilities'],
    story: async ({ client }) => expect(await client.capabilities()).toBeNull(),
  },
  'capabilities of another kind: none': {
    deviations: ['oddCapabilities'],
    story: async ({ client }) => expect(await client.capabilities()).toBeNull(),
  },
  'no extension of ours: each is null, and nothing throws': {
    deviations: ['noExtensions'],
    story: async ({ client }) => {
      expect(await client.capabilities()).toBeNull();
      expect(await client.summary()).toBeNull();
      expect(await client.unitStates([1])).toBeNull();
      expect(await client.unitDetails(1)).toBeNull();
      expect(await client.unitPassages(1, { offset: 0, limit: 5 })).toBeNull();
      expect(await client.usage.now()).toBeNull();
      expect(await client.session()).toBeNull();
      expect(await client.keys.list()).toBeNull();
    },
  },
  'a bare array: searched, sorted and paged here': {
    deviations: ['bareArray'],
    story: async ({ client, gateway }) => {
      await gateway.addUnit('أسئلة الضمان', GUIDE);
      await gateway.addUnit('Returns', GUIDE);
      const named = await client.listUnits({ ...PAGE, search: 'اسئله' });
      expect(named?.items.map(({ title }) => title)).toEqual(['أسئلة الضمان']);
      const second = await client.listUnits({ offset: 1, limit: 1, sort: 'title' });
      expect(second).toMatchObject({ total: 3, items: [{ title: expect.any(String) }] });
      expect(await client.listUnits({ ...PAGE, status: 2 })).toMatchObject({ total: 1 });
    },
  },
  'a bare array without an envelope': {
    deviations: ['bareArrayWithoutEnvelope'],
    story: async ({ client }) => expect(await client.listUnits(PAGE)).toMatchObject({ total: 1 }),
  },
  'dates without a zone or with another spelling: the same moment': {
    deviations: ['oddDates'],
    story: async ({ client }) => {
      const { createdOn, modifiedOn } = await client.getUnit(1);
      expect(createdOn).toBe('2026-11-21T09:00:00.000Z');
      expect(modifiedOn).toBe('2026-11-21T09:00:00.000Z');
    },
  },
  'a null description': {
    deviations: ['nullDescription'],
    story: async ({ client }) => expect((await client.getUnit(1)).description).toBe(''),
  },
  'keys that we do not know': {
    deviations: ['extraKeys'],
    story: async ({ client }) => expect((await client.getUnit(1)).title).toBe(TITLE),
  },
  'decimals in Consumption': {
    deviations: ['decimalConsumption'],
    story: async ({ client, reported }) => {
      const { consumption } = await client.answer(QUESTION, { answerer: 'none' });
      expect(consumption).toEqual({ used: 1234.5, total: 10_000 });
      expect(reported.at(-1)).toEqual(consumption);
    },
  },
  'data: without a space': {
    deviations: ['dataWithoutSpace'],
    story: async (told) => expect((await ask(told)).text).toContain('15'),
  },
  'events in another order': {
    deviations: ['documentsLast'],
    story: async (told) => {
      const { seen, text, documents } = await ask(told);
      expect(seen.at(-2)).toBe('retrieved_documents');
      expect(documents).toBeGreaterThan(0);
      expect(text).toContain('15');
    },
  },
  'events and lines that we do not know': {
    deviations: ['unknownEvents'],
    story: async (told) => {
      const { seen } = await ask(told);
      expect(seen.at(-1)).toBe('final');
      expect(seen).not.toContain('status');
    },
  },
  'a stream without its final event: cut, never complete': {
    deviations: ['cutStream'],
    story: async (told) => expect(ask(told)).rejects.toBeInstanceOf(CutStream),
  },
  'a missing field: refused, and named': {
    deviations: ['missingTitle'],
    story: async ({ client }) => {
      const error = await client.getUnit(1).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ContractMismatch);
      expect(error).toMatchObject({ endpoint: 'getUnit', path: 'title' });
      await expect(client.listUnits(PAGE)).rejects.toMatchObject({ path: 'items.0.title' });
    },
  },
};

describe('a foreign gateway', () => {
  it.each(Object.entries(STORIES))('%s', async (_, { deviations, story }) => {
    expect.hasAssertions();
    const told = await createApiStory({ deviation: deviate(...deviations) });
    await told.gateway.addUnit(TITLE, GUIDE);
    await told.gateway.indexAll();
    try {
      await story(told);
    } finally {
      await told.gateway.close();
    }
  });
});

/** A gateway of the same interface that is not ours: a table of deviations, each row a story. */
import { describe, expect, test } from 'vitest';
import { ContractError } from '#contract/contract-error.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Registration } from '#contract/knowledge.ts';
import { listKeys } from '#contract/operations/keys.ts';
import { session } from '#contract/operations/session.ts';
import { knowledgeSummary, unitDetails, unitPassages } from '#contract/operations/units.ts';
import { usage } from '#contract/operations/usage.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import { fetchCapabilities } from '#src/api/client/capabilities.ts';
import {
  addUnit,
  changeUnit,
  fetchUnit,
  fetchUnitStates,
  fetchUnits,
  fetchUnitsById,
  removeUnit,
} from '#src/api/client/units.ts';
import {
  NotFound,
  TruncatedStreamError,
  UnknownStreamFormError,
  UnsupportedCallError,
} from '#src/api/transport/gateway-errors.ts';
import { resolveUnitStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { type ApiStory, CONNECTION, createApiStory, GUIDE, TITLE } from '#tests/support/api-client.ts';
import {
  answerRegistration,
  type Deviation,
  type DeviationName,
  deviate,
} from '#tests/support/foreign-gateway.ts';

const PAGE = { offset: 0, limit: 10, sort: '-modifiedOn' } as const;
const PAGE_UNIT = {
  title: 'صفحة',
  description: 'وصف',
  KnowledgeSource: 1,
  SourceContent: ['https://example.com/'],
} as const satisfies Registration;
const QUESTION = { Question: 'كم مهلة الإرجاع؟', IndexNames: [TITLE] };

async function ask({ client }: ApiStory) {
  const { events } = openAnswerStream(client, QUESTION, { answerer: 'extractive' });
  const seen: string[] = [];
  let text = '';
  let documents: number | null = 0;
  for await (const event of events) {
    seen.push(Object.keys(event)[0] ?? '');
    if ('chunk' in event) text += event.chunk;
    if ('retrieved_documents' in event && !('final' in event))
      documents = event.retrieved_documents?.length ?? null;
  }
  return { seen, text, documents };
}

const STORIES: Record<
  string,
  { deviations: DeviationName[]; story: (lastConsumption: ApiStory) => Promise<void> }
> = {
  'no list: the client says so, and asks only once': {
    deviations: ['noList', 'noExtensions'],
    story: async ({ client, calls }) => {
      expect(await fetchUnits(client, PAGE)).toBeNull();
      expect(await fetchUnits(client, PAGE)).toBeNull();
      expect(calls).toEqual(['GET /api/AIKnowledge/all/1']);
    },
  },
  'a page of HTML where the list should be: no list': {
    deviations: ['htmlForList'],
    story: async ({ client }) => expect(await fetchUnits(client, PAGE)).toBeNull(),
  },
  'an empty registration: the unit is found by its title': {
    deviations: ['emptyRegistration'],
    story: async ({ client }) => {
      const content = ['https://example.com/'];
      const { id } = await addUnit(client, { title: 'صفحة', KnowledgeSource: 1, SourceContent: content });
      expect(id).toBeGreaterThan(0);
      expect((await fetchUnit(client, id ?? 0)).title).toBe('صفحة');
    },
  },
  'an empty registration and no list: registered, kept here without an id': {
    deviations: ['emptyRegistration', 'noList'],
    story: async ({ client, gateway, catalogue }) => {
      const { id, key } = await addUnit(client, PAGE_UNIT);
      expect(id).toBeUndefined();
      expect(catalogue.all()).toEqual([
        expect.objectContaining({ key, title: 'صفحة', description: 'وصف', kind: 'url' }),
      ]);
      expect(
        (await gateway.ports.units.list(1, { offset: 0, limit: 9, sort: { by: 'title', descending: false } }))
          .total,
      ).toBe(2);
    },
  },
  'other status numbers: a number stays a number until someone names it': {
    deviations: ['otherStatusNumbers', 'noCapabilities', 'noExtensions'],
    story: async ({ client }) => {
      const { sourceStatus } = await fetchUnit(client, 1);
      expect(resolveUnitStatus(sourceStatus, await fetchCapabilities(client), CONNECTION)).toBe(9);
      expect(resolveUnitStatus(sourceStatus, null, { statusNames: { '9': 'ready' } })).toBe('ready');
    },
  },
  'no capabilities': {
    deviations: ['noCapabilities'],
    story: async ({ client }) => expect(await fetchCapabilities(client)).toBeNull(),
  },
  'capabilities of another kind: none': {
    deviations: ['oddCapabilities'],
    story: async ({ client }) => expect(await fetchCapabilities(client)).toBeNull(),
  },
  'no extension of ours: each is null, and nothing throws': {
    deviations: ['noExtensions'],
    story: async ({ client }) => {
      expect(await fetchCapabilities(client)).toBeNull();
      expect(await client.read(knowledgeSummary)).toBeNull();
      expect(await fetchUnitStates(client, [1])).toBeNull();
      expect(await client.read(unitDetails, { params: { knowledgeId: 1 } })).toBeNull();
      expect(
        await client.read(unitPassages, { params: { knowledgeId: 1 }, query: { offset: 0, limit: 5 } }),
      ).toBeNull();
      expect(await client.read(usage)).toBeNull();
      expect(await client.read(session)).toBeNull();
      expect(await client.read(listKeys)).toBeNull();
    },
  },
  'a bare array: searched, sorted and paged here': {
    deviations: ['bareArray'],
    story: async ({ client, gateway }) => {
      await gateway.addUnit('أسئلة الضمان', GUIDE);
      await gateway.addUnit('Returns', GUIDE);
      const named = await fetchUnits(client, { ...PAGE, search: 'اسئله' });
      expect(named?.items.map(({ title }) => title)).toEqual(['أسئلة الضمان']);
      const second = await fetchUnits(client, { offset: 1, limit: 1, sort: 'title' });
      expect(second).toMatchObject({ total: 3, items: [{ title: expect.any(String) }] });
      expect(await fetchUnits(client, { ...PAGE, status: 2 })).toMatchObject({ total: 1 });
    },
  },
  'a bare array without an envelope': {
    deviations: ['bareArrayWithoutEnvelope'],
    story: async ({ client }) => expect(await fetchUnits(client, PAGE)).toMatchObject({ total: 1 }),
  },
  'dates without a zone or with another spelling: the same moment': {
    deviations: ['oddDates'],
    story: async ({ client }) => {
      const { createdOn, modifiedOn } = await fetchUnit(client, 1);
      expect(createdOn).toBe('2026-11-21T09:00:00.000Z');
      expect(modifiedOn).toBe('2026-11-21T09:00:00.000Z');
    },
  },
  'a null description': {
    deviations: ['nullDescription'],
    story: async ({ client }) => expect((await fetchUnit(client, 1)).description).toBe(''),
  },
  'keys that we do not know': {
    deviations: ['extraKeys'],
    story: async ({ client }) => expect((await fetchUnit(client, 1)).title).toBe(TITLE),
  },
  'decimals in Consumption': {
    deviations: ['decimalConsumption'],
    story: async ({ client, reported }) => {
      const { consumption } = await fetchAnswer(client, QUESTION, { answerer: 'none' });
      expect(consumption).toEqual({ used: 1234.5, total: 10_000 });
      expect(reported.at(-1)).toEqual(consumption);
    },
  },
  'thousands separators and Arabic digits in Consumption': {
    deviations: ['separatedConsumption'],
    story: async ({ client, reported }) => {
      const { consumption } = await fetchAnswer(client, QUESTION, { answerer: 'none' });
      expect(consumption).toEqual({ used: 1234, total: 50_000 });
      expect(reported.at(-1)).toEqual(consumption);
    },
  },
  'words in Consumption: shown as sent, and nothing fails by them': {
    deviations: ['wordedConsumption', 'noCapabilities'],
    story: async ({ client, reported }) => {
      const { consumption } = await fetchAnswer(client, QUESTION, { answerer: 'none' });
      expect(consumption).toBe('unlimited');
      expect(reported).not.toContainEqual(expect.objectContaining({ total: Number.NaN }));
      expect(await addUnit(client, PAGE_UNIT)).toMatchObject({ id: 2 });
    },
  },
  'a registration whose response has no body: registered once': {
    deviations: ['silentRegistration'],
    story: async ({ client, calls }) => {
      expect(await addUnit(client, PAGE_UNIT)).toMatchObject({ id: 2 });
      expect(calls.filter((call) => call === 'POST /api/AIKnowledge/1')).toHaveLength(1);
    },
  },
  'a registration whose response breaks off': {
    deviations: ['brokenRegistration'],
    story: async ({ client }) => expect(await addUnit(client, PAGE_UNIT)).toMatchObject({ id: 2 }),
  },
  'ids as digits': {
    deviations: ['digitIds'],
    story: async ({ client }) => {
      expect(await fetchUnit(client, 1)).toMatchObject({
        id: 1,
        botId: 1,
        aiKnowledgeSources: [{ id: expect.any(Number) }],
      });
      expect(await fetchUnits(client, PAGE)).toMatchObject({ items: [{ id: 1 }] });
    },
  },
  'times that are null or missing: unknown': {
    deviations: ['bareArray', 'nullDates'],
    story: async ({ client }) => {
      const unknown = { createdOn: null, modifiedOn: null };
      expect(await fetchUnit(client, 1)).toMatchObject(unknown);
      expect(await fetchUnits(client, PAGE)).toMatchObject({ items: [unknown] });
    },
  },
  'data: without a space': {
    deviations: ['dataWithoutSpace'],
    story: async (lastConsumption) => expect((await ask(lastConsumption)).text).toContain('15'),
  },
  'events in another order': {
    deviations: ['documentsLast'],
    story: async (lastConsumption) => {
      const { seen, text, documents } = await ask(lastConsumption);
      expect(seen.at(-2)).toBe('retrieved_documents');
      expect(documents).toBeGreaterThan(0);
      expect(text).toContain('15');
    },
  },
  'events and lines that we do not know': {
    deviations: ['unknownEvents'],
    story: async (lastConsumption) => {
      const { seen } = await ask(lastConsumption);
      expect(seen.at(-1)).toBe('final');
      expect(seen).not.toContain('status');
    },
  },
  'a stream without its final event: cut, never complete': {
    deviations: ['cutStream'],
    story: async (foreign) => expect(ask(foreign)).rejects.toBeInstanceOf(TruncatedStreamError),
  },
  'figures of a final event that cannot be read: complete all the same': {
    deviations: ['oddFinal'],
    story: async (foreign) => {
      const { seen, text } = await ask(foreign);
      expect(seen.at(-1)).toBe('final');
      expect(text).toContain('15');
    },
  },
  'passages without score and metadata: kept': {
    deviations: ['bareDocuments'],
    story: async ({ client }) => {
      const { answer } = await fetchAnswer(client, QUESTION, { answerer: 'none' });
      expect(answer.retrieved_documents?.[0]).toEqual({
        text: expect.stringContaining('15'),
        score: null,
        metadata: { file_id: '', 'Section Title': '' },
      });
    },
  },
  'passages of which some have no text or score: those with a text, without a score last': {
    deviations: ['partlyBareDocuments'],
    story: async ({ client }) => {
      const { answer } = await fetchAnswer(client, QUESTION, { answerer: 'none' });
      expect(answer.retrieved_documents?.map(({ score }) => score)).toEqual([0.5, null, null]);
      expect(answer.retrieved_documents?.[2]).toEqual({
        text: 'null',
        score: null,
        metadata: { file_id: '7', 'Section Title': '' },
      });
    },
  },
  'passages in a form of their own: the answer is complete without them': {
    deviations: ['oddDocuments'],
    story: async (foreign) => {
      const { seen, text, documents } = await ask(foreign);
      expect(seen.at(-1)).toBe('final');
      expect(text).toContain('15');
      expect(documents).toBeNull();
    },
  },
  'answer as the name of the pieces': {
    deviations: ['answerEvents'],
    story: async (foreign) => expect((await ask(foreign)).text).toContain('خلال 15 يومًا'),
  },
  'answer as the name of a text that grows': {
    deviations: ['growingAnswerEvents'],
    story: async (foreign) => expect((await ask(foreign)).text).toBe('خلال 15 يومًا'),
  },
  'text of an unknown name before a known final event: another form': {
    deviations: ['unknownTextEvents'],
    story: async (foreign) => {
      await expect(ask(foreign)).rejects.toBeInstanceOf(UnknownStreamFormError);
      expect(foreign.reported.length).toBeGreaterThan(0);
    },
  },
  'text of an unknown name within the final event: another form': {
    deviations: ['textInFinalEvent'],
    story: async (foreign) => expect(ask(foreign)).rejects.toBeInstanceOf(UnknownStreamFormError),
  },
  'a complete stream in a form of its own: not cut, and no text is guessed': {
    deviations: ['ownStreamFormWithoutDocuments'],
    story: async (foreign) => expect(ask(foreign)).rejects.toBeInstanceOf(UnknownStreamFormError),
  },
  'a stream whose passages are known and whose text is not: the same': {
    deviations: ['ownStreamForm'],
    story: async (foreign) => expect(ask(foreign)).rejects.toBeInstanceOf(UnknownStreamFormError),
  },
  'no PUT and no DELETE: known by a unit that can still be read, not by one that is gone': {
    deviations: ['noExtensions'],
    story: async ({ client, tried }) => {
      const gone = removeUnit(client, 99, { announced: false });
      await expect(gone).rejects.toBeInstanceOf(NotFound);
      expect(tried).toEqual([]);
      const removal = removeUnit(client, 1, { announced: false });
      await expect(removal).rejects.toEqual(new UnsupportedCallError('deleteUnit'));
      const change = changeUnit(client, 1, { title: 'عنوان' }, { announced: false });
      await expect(change).rejects.toBeInstanceOf(UnsupportedCallError);
      expect(tried).toEqual([
        ['deleteUnit', false],
        ['updateUnit', false],
      ]);
    },
  },
  'PUT and DELETE that were not announced: taken at their word, whatever their body': {
    deviations: ['oddWrites'],
    story: async ({ client, tried }) => {
      await changeUnit(client, 1, { title: 'عنوان' }, { announced: false });
      expect((await fetchUnit(client, 1)).title).toBe('عنوان');
      expect(await removeUnit(client, 1, { announced: false })).toEqual({ readable: false });
      expect(tried).toEqual([
        ['updateUnit', true],
        ['deleteUnit', true],
      ]);
    },
  },
  'a missing field: refused, and named': {
    deviations: ['missingTitle'],
    story: async ({ client }) => {
      const error = await fetchUnit(client, 1).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ContractError);
      expect(error).toMatchObject({ endpoint: { id: 'getUnit' }, path: 'title' });
      await expect(fetchUnits(client, PAGE)).rejects.toMatchObject({ path: 'items.0.title' });
    },
  },
};

describe('the answer of a registration', () => {
  const added = async (form: (id: number) => unknown, before?: Deviation) => {
    const deviation = deviate(
      ...(before ? [before] : []),
      answerRegistration(form),
      'noExtensions',
      'noList',
    );
    const story = await createApiStory({ deviation });
    await story.gateway.addUnit(TITLE, GUIDE);
    const { id } = await addUnit(story.client, PAGE_UNIT);
    await story.gateway.close();
    return { ...story, id };
  };

  test.each<[string, (id: number) => unknown]>([
    ['a number of another name', (id) => ({ knowledgeId: id })],
    ['digits at some depth', (id) => ({ data: { id: String(id) } })],
    ['a bare string', String],
    ['a sentence', (id) => `تمت إضافة الوحدة ${id}.`],
    ['the number of another unit as well', (id) => ({ id: 1, result: { units: [{ no: id }] } })],
  ])('holds the id as %s', async (_, form) => {
    const { id, catalogue } = await added(form);
    expect(id).toBe(2);
    expect(catalogue.all()).toEqual([
      expect.objectContaining({ id: 2, title: 'صفحة', registeredOn: expect.any(String) }),
    ]);
  });

  test('does not make another unit of it', async () => {
    const { id, catalogue } = await added(() => ({ id: 1, count: 1 }));
    expect(id).toBeUndefined();
    expect(catalogue.all()).toHaveLength(1);
    expect(catalogue.all()[0]).toMatchObject({ title: 'صفحة' });
  });

  test('is tried a few numbers deep, one of which may be meant', async () => {
    const { id, calls, catalogue } = await added(() => [90, 91, 92, 93, 94, 95, 96]);
    expect(id).toBeUndefined();
    expect(calls.filter((call) => call.includes('/byId/'))).toHaveLength(5);
    expect(catalogue.all()[0]).toMatchObject({ idHint: 90 });
  });

  test('is believed while the unit cannot be read', async () => {
    const unreadable: Deviation = async (request, pass) =>
      request.url.includes('/byId/') ? Response.json({}, { status: 503 }) : pass();
    expect((await added((id) => ({ id, status: 'queued' }), unreadable)).id).toBe(2);
  });

  test('is taken without another call where the gateway announces capabilities', async () => {
    const { gateway, client, calls } = await createApiStory();
    expect(await addUnit(client, PAGE_UNIT, { isAnnounced: true })).toMatchObject({ id: 1 });
    expect(calls).toEqual(['POST /api/AIKnowledge/1']);
    await gateway.close();
  });
});

describe('a foreign gateway', () => {
  test.each(Object.entries(STORIES))('%s', async (_, { deviations, story }) => {
    expect.hasAssertions();
    const foreign = await createApiStory({ deviation: deviate(...deviations) });
    await foreign.gateway.addUnit(TITLE, GUIDE);
    await foreign.gateway.indexAll();
    try {
      await story(foreign);
    } finally {
      await foreign.gateway.close();
    }
  });
});

test('is read a few units at a time where it has no list, and one that fails does not stop the others', async () => {
  let reading = 0;
  let most = 0;
  const { client } = await createApiStory({
    deviation: async (request) => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setTimeout(resolve));
      reading -= 1;
      const id = Number(request.url.split('/').at(-1));
      const unit = { id, title: `${TITLE} ${id}`, description: '', botId: 1, sourceStatus: 2 };
      const dates = { createdOn: '2026-11-26T08:00:00Z', modifiedOn: '2026-11-26T08:00:00Z' };
      return id === 7
        ? new Response('مشغول', { status: 503 })
        : Response.json({ ...unit, ...dates, aiKnowledgeSources: [] });
    },
  });
  const ids = Array.from({ length: 25 }, (_, index) => index + 1);
  const results = await fetchUnitsById(client, ids);
  expect(most).toBe(4);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value.id : 'failed'))).toEqual(
    ids.map((id) => (id === 7 ? 'failed' : id)),
  );
});

test('a gateway of ours in trouble is not taken for one without capabilities', async () => {
  const { client, gateway } = await createApiStory({
    deviation: async (request, pass) =>
      request.url.endsWith('/api/Capabilities')
        ? Response.json({}, { status: 500, headers: { [HEADERS.fault]: 'internal' } })
        : pass(),
  });
  await expect(fetchCapabilities(client)).rejects.toMatchObject({ fault: 'internal' });
  await gateway.close();
});

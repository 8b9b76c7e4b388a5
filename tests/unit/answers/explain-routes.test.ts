import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, answerSchema } from '#contract/answers.ts';
import { type Explanation, explanationSchema } from '#contract/explanations.ts';
import { parseTitles } from '#contract/headers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const LIBRARY = `# دليل المكتبة

## إعارة الكُتُب

يستعير العضو سِتَّةَ كُتُبٍ لمدة ثلاثة أسابيع، ويُجدَّد الكتابُ مرة واحدة. ومن تأخَّر بالكتاب دفع ريالًا عن كل يوم.

## القاعات

تُحجز القاعة قبل يومين. وعند الإلغاء تُعاد الرسوم كاملة.

## الأطفال

ساعة القصة يوم السبت، ومعها كتاب هدية.
`;
const ENGLISH = `# Borrowing

## Loans

A member may borrow six books for three weeks. Late books cost one pound a day.

## Rooms

Rooms are booked two days ahead; a deposit of ten pounds is returned.
`;
const GERMAN = `# Hausordnung

## Die Zimmer

Das Haus hat drei Zimmer, und die Häuser daneben haben keine. Der Garten gehört zu allen Häusern, aber nicht zu jedem Haus.
`;
const PETS = '# Rules\n\n## On board\n\nDogs and cats travel in the cabin. Puppies need a box.\n';
const NAMES = ['دليل المكتبة', 'Library rules'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway();
  await gateway.addUnit('دليل المكتبة', LIBRARY);
  await gateway.addUnit('Library rules', ENGLISH);
  await gateway.addUnit('Hausordnung', GERMAN);
  await gateway.addUnit('Pets', PETS);
  await gateway.indexAll();
  await gateway.addUnit('لم تجهز', '# قريبًا\n\nنص.');
  const response = await gateway.call('/api/Synonyms/1', {
    method: 'POST',
    json: { expressions: ['غرامة', 'دفع ريال'], note: 'كما يقول الزوار' },
  });
  if (!response.ok) throw new Error(`synonyms: ${response.status}`);
});
afterAll(() => gateway.close());

const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  gateway.call(path, { method: 'POST', json, headers });
const answer = async (json: unknown, headers?: Record<string, string>): Promise<Answer> =>
  answerSchema.parse(await responseOf(await post('/api/v1/RAG/Answer', json, headers)));
const explain = async (json: unknown, headers?: Record<string, string>): Promise<Explanation> =>
  explanationSchema.parse(await responseOf(await post('/api/v1/RAG/Explain', json, headers)));
const wordAt = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

const QUESTIONS = [
  'كم كتابًا يستعير العضو؟',
  'هل تُعاد رسوم القاعة عند الإلغاء؟',
  'How many books may a member borrow, and for how long?',
  'ما غرامة التأخير بالكتاب؟',
  'deposit القاعة',
  'مصاريف القاعة عند الإلغاء',
  '3ayez asta3ir kotob',
  'how may borow bokos',
  'ما غرامه الكتاب والغرامات',
  'Haus Häuser Zimmer',
  'شكرا جزيلا',
  'zzqq',
];

describe('an explanation is of the very ranking that answers', () => {
  test.each(QUESTIONS)('%s', async (Question) => {
    for (const more of [{}, { Limit: 1 }, { MaxLimit: 1 }, { IndexNames: ['Library rules'] }]) {
      const request = { Question, ...more };
      const [answered, explained] = [await answer(request), await explain(request)];
      expect(explained.passages.map(({ document }) => document)).toEqual(answered.retrieved_documents);
      const { attainable, steepness } = explained.ranking;
      for (const { document, sum, parts, terms } of explained.passages) {
        expect(parts.reduce((total, { value }) => total + value, 0)).toBeCloseTo(sum, 9);
        expect(1 - Math.exp((-steepness * sum) / attainable)).toBeCloseTo(document.score, 9);
        const words = parts.find(({ kind }) => kind === 'words')?.value ?? Number.NaN;
        expect(terms.reduce((total, { value }) => total + value, 0)).toBeCloseTo(words, 9);
        expect(document.score).toBeGreaterThanOrEqual(explained.ranking.minScore);
      }
      for (const { passage, inPassage, inAnswer } of explained.answer.quotes)
        expect(wordAt(answered.answer, inAnswer)).toBe(
          wordAt(explained.passages[passage]?.document.text ?? '', inPassage),
        );
      const { certainty, minAnswered, minWeak, band } = explained.answer;
      const isHedged =
        /لم أجد إجابة مباشرة|إجابة محتملة|^لا ترد|No direct answer|Likely answer|Not listed/.test(
          answered.answer,
        );
      const isRefused = !isHedged && /لم أجد|did not find/.test(answered.answer);
      if (band === 'reply') continue;
      expect(band).toBe(isHedged ? 'weak' : isRefused ? 'not-found' : 'answered');
      expect(band === 'answered').toBe((certainty ?? 0) >= minAnswered);
      expect(band === 'not-found').toBe((certainty ?? 0) < minWeak);
    }
  });
});

describe('how a question was read', () => {
  test('lists each word with its place, its compared form and its treatment', async () => {
    const Question = 'كم كِتابًا في المكتبة، كم كتابا؟';
    const { question, terms, dropped } = await explain({ Question });
    expect(question).toBe(Question);
    expect(terms.map((term) => wordAt(question, term))).toEqual(['كِتابًا', 'المكتبة']);
    expect(terms[0]).toMatchObject({ word: 'كتابا', normalisations: ['marks'] });
    expect(terms[1]).toMatchObject({ word: 'المكتبه', normalisations: ['letters'] });
    const reason = Object.fromEntries(dropped.map((span) => [wordAt(question, span), span.reason]));
    expect(reason).toMatchObject({ كم: 'question-word', في: 'stop-word', كتابا: 'repeated' });
  });

  test('a rare word weighs more, and a word of no passage shows a count of zero', async () => {
    const { terms } = await explain({ Question: 'كتاب القاعة والمِنطاد', IndexNames: ['دليل المكتبة'] });
    const [book, hall, balloon] = terms;
    expect(book?.passages).toBeGreaterThan(hall?.passages ?? 0);
    expect(hall?.weight).toBeGreaterThan(book?.weight ?? 0);
    expect(balloon?.passages).toBe(0);
    expect(balloon?.weight).toBeGreaterThan(hall?.weight ?? 0);
  });

  test('greetings and thanks are not words of the question, nor missing from the answer', async () => {
    const Question = 'السلام عليكم، كم كتابًا يستعير العضو؟ الله يعطيكم العافية';
    const { terms, dropped, answer: quoted } = await explain({ Question });
    expect(terms.map((term) => wordAt(Question, term))).toEqual(['كتابًا', 'يستعير', 'العضو']);
    expect(terms.map(({ nameable }) => nameable)).toEqual([true, false, true]);
    const courtesies = dropped.filter(({ reason }) => reason === 'courtesy');
    expect(courtesies.map((span) => wordAt(Question, span)).join(' ')).toBe(
      'السلام عليكم الله يعطيكم العافية',
    );
    expect(quoted).toMatchObject({ band: 'answered', missing: [] });
    const plain = await explain({ Question: 'كم كتابًا يستعير العضو؟' });
    expect(quoted.certainty).toBe(plain.answer.certainty);
  });

  test("the owner's synonyms are alternatives, with their matches", async () => {
    const explained = await explain({ Question: 'ما غرامة الكتاب؟', IndexNames: ['دليل المكتبة'] });
    const fine = explained.terms.find(({ word }) => word === 'غرامه');
    expect(fine?.alternatives).toContainEqual(
      expect.objectContaining({ text: 'دفع ريال', origin: 'synonym', passages: 1 }),
    );
  });
});

describe('where the words were found', () => {
  test('also by an expression that stands for two words of the question', async () => {
    const response = await post('/api/Synonyms/1', { expressions: ['صالة الاجتماع', 'القاعة'] });
    const { id } = await responseOf<{ id: number }>(response);
    const { passages } = await explain({ Question: 'صالة الاجتماع', IndexNames: ['دليل المكتبة'] });
    expect(passages[0]?.terms).toMatchObject([
      { term: 0, count: 1, places: expect.arrayContaining(['text']) },
      { term: 1, count: 1, places: expect.arrayContaining(['text']) },
    ]);
    await gateway.call(`/api/Synonyms/1/${id}`, { method: 'DELETE' });
  });

  test('on the original spelling: tashkeel, tatweel, clitics, whole words', async () => {
    const { passages, terms } = await explain({ Question: 'كتاب', IndexNames: ['دليل المكتبة'] });
    const [first] = passages;
    const text = first?.document.text ?? '';
    const marked = first?.marks.map((mark) => wordAt(text, mark));
    expect(marked).toEqual(['كُتُبٍ', 'الكتابُ', 'بالكتاب']);
    expect(first?.terms).toEqual([
      expect.objectContaining({ term: 0, alternative: null, count: 3, places: ['text', 'section-title'] }),
    ]);
    expect(terms).toHaveLength(1);
  });

  test('marks an alternative where the passage matched by it, and not the absent word itself', async () => {
    const { passages, terms } = await explain({ Question: 'مصاريف القاعة', IndexNames: ['دليل المكتبة'] });
    const fee = terms.findIndex(({ word }) => word === 'مصاريف');
    const hall = passages.find(({ document }) => document.text.includes('القاعة'));
    const match = hall?.terms.find(({ term }) => term === fee);
    expect(terms[fee]?.alternatives[match?.alternative ?? -1]).toMatchObject({
      text: expect.stringMatching(/^الرسوم/),
      stems: [],
      origin: 'concept',
      passages: 1,
    });
    expect(match).toMatchObject({ count: 1, places: ['text'], text: expect.stringMatching(/^الرسوم/) });
    expect(hall?.marks.map((mark) => wordAt(hall.document.text, mark))).toEqual(
      expect.arrayContaining(['القاعة', 'الرسوم']),
    );
    const itself = await explain({ Question: 'رسوم القاعة', IndexNames: ['دليل المكتبة'] });
    for (const passage of itself.passages)
      for (const { term, alternative } of passage.marks.filter((mark) => mark.alternative !== null))
        expect(passage.terms).toContainEqual(expect.objectContaining({ term, alternative }));
  });

  test('Arabic in Latin letters by the Arabic words that it is read as', async () => {
    const { passages, terms } = await explain({
      Question: '3ayez asta3ir kotob',
      IndexNames: ['دليل المكتبة'],
    });
    const [first] = passages;
    const marked = first?.marks.map((mark) => wordAt(first.document.text, mark));
    expect(marked).toEqual(expect.arrayContaining(['يستعير', 'كُتُبٍ']));
    const words = terms.flatMap(({ alternatives }) =>
      alternatives.filter(({ origin }) => origin === 'arabizi'),
    );
    expect(words).not.toEqual([]);
    for (const { text, stems } of words)
      expect([text, stems]).toEqual([expect.stringMatching(/^\p{L}/u), []]);
  });

  test('a concept without a second word has no alternatives, and matches no other passage', async () => {
    const { terms } = await explain({ Question: 'هدية', IndexNames: ['دليل المكتبة'] });
    expect(terms[0]?.alternatives).not.toEqual([]);
    expect(terms[0]?.alternatives.every(({ text }) => !text.split('، ').includes('هدية'))).toBe(true);
    expect(terms[0]?.alternatives.map(({ passages }) => passages)).toEqual(
      terms[0]?.alternatives.map(() => 0),
    );
  });

  test('a misspelled word by the word that it was taken for', async () => {
    const { passages, terms } = await explain({ Question: 'borow', IndexNames: ['Library rules'] });
    expect(terms[0]).toMatchObject({
      passages: 0,
      alternatives: [{ text: 'borrow', stems: [], origin: 'spelling', passages: 2 }],
    });
    expect(passages[0]?.terms).toMatchObject([
      { alternative: 0, places: ['text', 'section-title'], text: 'borrow', count: 1 },
    ]);
    expect(passages[0]?.marks.map((mark) => wordAt(passages[0]?.document.text ?? '', mark))).toEqual([
      'borrow',
    ]);
  });

  test('a present word is preferred to an equally frequent alternative of its concept', async () => {
    const { terms, passages } = await explain({ Question: 'cat', IndexNames: ['Pets'] });
    expect(terms[0]?.alternatives.map(({ origin }) => origin)).toContain('concept');
    expect(passages[0]?.terms).toMatchObject([{ term: 0, alternative: null, places: ['text'], count: 1 }]);
  });

  test('the list gives the reason for its end', async () => {
    const all = { IndexNames: NAMES };
    expect((await explain({ ...all, Question: 'كتاب book', Limit: 1 })).list).toMatchObject({
      end: 'limit',
      limit: 1,
      searched: 5,
      scored: 5,
    });
    expect((await explain({ ...all, Question: 'كتاب book', MaxLimit: 1 })).list).toMatchObject({
      end: 'documents',
      maxDocuments: 1,
    });
    const far = await explain({ ...all, Question: 'zzqq' });
    expect(far.list).toMatchObject({ end: 'relevance', belowThreshold: 5 });
    expect(far.passages).toEqual([]);
  });
});

describe('the explaining call', () => {
  test('costs nothing and leaves no trace', async () => {
    const used = async () => (await gateway.ports.ledger.state(1, 'text'))?.used;
    const before = await used();
    await explain({ Question: 'كم كتابًا؟', UpdateGlobal: true });
    expect(await used()).toBe(before);
    expect(await responseOf(await gateway.call('/api/AIKnowledge/1/context'))).toEqual({ items: [] });
  });

  test('of small talk analyses and searches nothing', async () => {
    const { terms, dropped, passages, list, answer: given } = await explain({ Question: 'شكرا جزيلا' });
    expect({ terms, dropped, passages }).toEqual({ terms: [], dropped: [], passages: [] });
    expect(list).toMatchObject({ searched: 0, scored: 0 });
    expect(given).toMatchObject({ band: 'reply', certainty: 1 });
  });

  test('follows the headers and limits of an answer', async () => {
    const none = await explain({ Question: 'كم كتابًا؟' }, { 'x-answerer': 'none' });
    expect(none.answer).toMatchObject({ band: 'not-asked', certainty: null, quotes: [] });
    const response = await post('/api/v1/RAG/Explain', {
      Question: 'كم كتابًا؟',
      IndexNames: ['دليل المكتبة', 'لم تجهز'],
      IsStream: true,
    });
    expect(parseTitles(response.headers.get('x-skipped-indexes'))).toEqual(['لم تجهز']);
    expect(explanationSchema.safeParse(await responseOf(response)).success).toBe(true);
    expect(
      await faultOf(await post('/api/v1/RAG/Explain', { Question: 'س', IndexNames: ['لا أحد'] })),
    ).toMatchObject({ status: 400, fault: 'indexes-unknown', field: 'IndexNames' });
    expect(await faultOf(await post('/api/v1/RAG/Explain', { Question: ' ' }))).toMatchObject({
      status: 400,
      fault: 'invalid-field',
      field: 'Question',
    });
  });
});

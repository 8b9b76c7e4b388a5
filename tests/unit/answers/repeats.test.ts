import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerSchema } from '#contract/answers.ts';
import { parseDates } from '#contract/headers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

const QUESTION = 'كم رسوم القبول؟';
const OLD_FEE = 'رسوم القبول ٥٠٠ ريال، وتدفع قبل بداية الفصل.';
/** The same with tashkeel and other digits. */
const SAME_FEE = 'رُسوم القبول 500 ريال،  وتُدفع قبل بداية الفصل.';
const MONTH_MS = 30 * 86_400_000;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

/** A unit whose text is a month newer than that of the unit before. */
async function addLater(title: string, text: string): Promise<string> {
  gateway.time.now = new Date(gateway.time.now.getTime() + MONTH_MS);
  await gateway.addUnit(title, text);
  await gateway.indexAll();
  return gateway.time.now.toISOString();
}

async function ask(json: object = {}) {
  const response = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: QUESTION, ...json },
  });
  const dates = parseDates(response.headers.get('x-document-dates'));
  const { retrieved_documents: documents, answer } = answerSchema.parse(await responseOf(response));
  return { answer, texts: documents.map(({ text }) => text), dates: dates.map((date) => date?.slice(0, 10)) };
}
const dayOf = (moment: string) => moment.slice(0, 10);

test('of the same text in two units the newest is returned, the other forms of digits and tashkeel aside', async () => {
  await addLater('تعرفة أ', OLD_FEE);
  const newest = await addLater('تعرفة ب', SAME_FEE);
  await addLater('ملاحظات', 'ساعات القبول من الثامنة.');
  const { texts, dates } = await ask();
  expect(texts.filter((text) => text.includes('ريال'))).toEqual([SAME_FEE.replace('  ', ' ')]);
  expect(dates[0]).toBe(dayOf(newest));
  // Also where the list ends with the better one.
  expect(await ask({ Limit: 1 })).toMatchObject({ texts: [texts[0]], dates: [dates[0]] });
  expect((await ask({ IndexNames: ['تعرفة أ'] })).texts).toEqual([OLD_FEE]);
});

test('an old text comes first where only its number differs, and both are returned', async () => {
  await addLater('تعرفة أ', OLD_FEE);
  await addLater('تعرفة ب', OLD_FEE.replace('٥٠٠', '٤٥٠'));
  expect((await ask()).texts.filter((text) => text.includes('ريال'))).toHaveLength(2);
});

test('the list is filled up with different texts', async () => {
  const others = ['القبول في أيلول.', 'القبول بعد الاختبار.', 'شروط القبول في الدليل.'];
  for (const title of ['أ', 'ب', 'ج', 'د']) await addLater(title, OLD_FEE);
  for (const [index, text] of others.entries()) await addLater(`ملاحظة ${index}`, text);
  const { texts } = await ask({ Limit: 4 });
  expect(texts).toHaveLength(4);
  expect(new Set(texts).size).toBe(4);
});

test('one unit that says a text twice returns it once, by its better rank', async () => {
  await addLater(
    'تعرفة',
    `# الرسوم\n\n${OLD_FEE}\n\n# ملحق\n\n${OLD_FEE}\n\n# القبول\n\nيبدأ القبول في أيلول.`,
  );
  const { texts } = await ask();
  expect(texts.filter((text) => text === OLD_FEE)).toHaveLength(1);
});

test('the unit that the question names stays, although another says the same later', async () => {
  const named = await addLater('جامعة النور', OLD_FEE);
  await addLater('جامعة الأفق', OLD_FEE);
  const { texts, dates } = await ask({ Question: 'كم رسوم القبول في جامعة النور؟' });
  expect([texts.length, dates[0]]).toEqual([1, dayOf(named)]);
});

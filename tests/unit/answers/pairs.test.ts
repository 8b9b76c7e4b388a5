/** Two facts asked for at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const BANK = `# دليل البنك

## رسوم البطاقات
| البطاقة | الرسم السنوي |
|---|---|
| كثبان | 400 ريال |
| واحة | 150 ريالًا |

## حدود السحب
| القناة | الحد اليومي |
|---|---|
| الصراف | 5,000 ريال |
| الفرع | 60,000 ريال |

## أوقات العمل
تعمل الفروع من الأحد إلى الخميس، من التاسعة صباحًا إلى الثالثة عصرًا.
`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway({ quota: 1_000_000 });
  await gateway.addUnit('دليل البنك', BANK);
  await gateway.indexAll();
});
afterAll(() => gateway?.close());

async function ask(question: string, more: object = {}) {
  const response = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: question, IndexNames: ['دليل البنك'], ...more },
  });
  const { Response: body } = (await response.json()) as {
    Response: { answer: string; retrieved_documents: { text: string; score: number }[] };
  };
  const quoted = (response.headers.get(HEADERS.quotedDocuments) ?? '').split(',').map(Number);
  return { ...body, band: response.headers.get(HEADERS.answerBand), quoted };
}

test('both are answered, each by its row, and their passages are among the documents', async () => {
  const {
    answer,
    band,
    quoted,
    retrieved_documents: documents,
  } = await ask('كم رسم بطاقة كثبان وكم حد السحب من الصراف؟');
  expect(band).toBe('answered');
  expect(answer).toBe('كثبان: 400 ريال\nالصراف: 5,000 ريال');
  expect(quoted.map((index) => documents[index]?.text)).toEqual([
    expect.stringContaining('400 ريال'),
    expect.stringContaining('5,000 ريال'),
  ]);
  const scores = documents.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('what is not found is said beside what is', async () => {
  const { answer, band } = await ask('كم رسم بطاقة كثبان وكم رسم بطاقة الجزيرة؟');
  expect(band).toBe('answered');
  expect(answer).toBe('كثبان: 400 ريال\nلم أجد إجابة عن: «كم رسم بطاقة الجزيرة».');
});

test('limits too small for both passages leave the question whole', async () => {
  const { retrieved_documents: documents } = await ask('كم رسم بطاقة كثبان وكم حد السحب من الصراف؟', {
    Limit: 1,
  });
  expect(documents).toHaveLength(1);
});

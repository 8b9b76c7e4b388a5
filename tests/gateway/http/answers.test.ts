import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const GUIDE = `# دليل الخدمات

## تجديد جواز السفر

مدة تجديد جواز السفر خمسة أيام عمل، ورسومه ثلاثمئة ريال تدفع عبر المنصة.

## ساعات العمل

يفتح المكتب من الأحد إلى الخميس من الثامنة صباحًا حتى الثانية ظهرًا.
`;
const ENGLISH = `# Borrowing

## Loans

A member may borrow six books for three weeks. Late books cost one pound a day.
`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway();
  await gateway.addUnit('دليل الخدمات', GUIDE);
  await gateway.addUnit('Library rules', ENGLISH);
  await gateway.indexAll();
});
afterAll(() => gateway.close());

describe('an answer, whole', () => {
  test('quotes the passage that answers, from the indexes that were named', async () => {
    const response = await gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: { Question: 'كم رسوم تجديد جواز السفر؟', IndexNames: ['دليل الخدمات'] },
    });
    expect(response.status).toBe(200);
    const body = (await response.json()) as {
      StatusCode: number;
      Consumption: string;
      Response: { answer: string; retrieved_documents: { metadata: Record<string, string> }[] };
    };
    expect(body.Response.answer).toContain('ثلاثمئة ريال');
    expect(body.Response.retrieved_documents[0]?.metadata['Section Title']).toContain('تجديد جواز السفر');
  });
});

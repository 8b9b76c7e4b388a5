import { afterEach, beforeEach, expect, test } from 'vitest';
import { unitDetailsSchema } from '#contract/unit-states.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { toForms } from '#tests/support/mangle-arabic.ts';

let gateway: TestGateway;
beforeEach(async () => void (gateway = await createTestGateway()));
afterEach(() => gateway.close());

async function readDetails() {
  const { Response } = (await (await gateway.call('/api/AIKnowledge/1/1/details')).json()) as {
    Response: unknown;
  };
  return unitDetailsSchema.parse(Response);
}

test('serves the health report of each source once it was read, and the latest one', async () => {
  await gateway.addUnit('دليل', toForms('يحق للعميل إرجاع المنتج خلال أسبوعين'), 'دليل.txt');
  expect((await readDetails()).sources[0]).not.toHaveProperty('health');
  await gateway.indexAll();
  const [source] = (await readDetails()).sources;
  expect(source?.health).toEqual({
    encoding: { label: 'utf-8', evidence: 'utf-8', confidence: 100, declared: null },
    languages: [{ language: 'ar', script: 'Arab', share: 1 }],
    items: [
      {
        code: 'presentation-forms',
        found: expect.any(Number),
        repaired: source?.health?.items[0]?.found,
        pages: [],
        confidence: null,
        samples: [
          {
            before: toForms('يحق للعميل إرجاع المنتج خلال أسبوعين'),
            after: 'يحق للعميل إرجاع المنتج خلال أسبوعين',
          },
        ],
      },
    ],
  });
});

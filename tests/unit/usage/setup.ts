/** A gateway with one unit to ask, of which calls are paid for. */
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';

/** A question of the unit `دليل`, whose answer may cost little. */
export const QUESTION = { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'], MaxOutputTokens: 100 };

export async function withGateway(
  options: TestGatewayOptions,
  work: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const gateway = await createTestGateway(options);
  try {
    await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا.');
    await gateway.indexAll();
    await work(gateway);
  } finally {
    await gateway.close();
  }
}

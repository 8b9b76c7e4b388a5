import { createComparison } from '#gateway/modules/contradictions/services/compare-knowledge.ts';
import type { TestGateway } from './gateway.ts';

const tariff = (fee: string): string =>
  `# الرسوم\n\n## البطاقات\n\nرسوم إصدار بطاقة بديلة هي ${fee} ريال فقط.`;

/** Two units with one fee of two amounts, found. Returns their ids. */
export async function addContradiction(gateway: TestGateway): Promise<{ older: number; newer: number }> {
  const older = await gateway.addUnit('تعرفة مايو', tariff('400'));
  gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
  const newer = await gateway.addUnit('Tariff', tariff('500'));
  await gateway.indexAll();
  await compareAll(gateway);
  return { older, newer };
}

/** Compares what is due, to the end. */
export async function compareAll({ ports }: Pick<TestGateway, 'ports'>): Promise<void> {
  const compare = createComparison(ports);
  while ((await compare(ports.clock.now())).isMore === true);
}

import type { TestGateway } from './gateway.ts';

const RETURNS = `# Returns and exchanges

## Return window

A customer may return a product within 14 days of the day the order is received.
`;
export const DALEEL = `# الإرجاع والاستبدال

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 14 يومًا من تاريخ استلام الطلب.
`;
/** Nothing to read in it: a unit of it fails. */
export const BLANK = '<!doctype html><html><body><p> </p></body></html>';

/** One English and one Arabic unit that are ready, and an Arabic one that failed. */
export async function addThreeUnits(gateway: TestGateway): Promise<void> {
  await gateway.addUnit('Returns policy', RETURNS);
  await gateway.addUnit('دليل الإرجاع', DALEEL);
  await gateway.addUnit('ملصقات قديمة', BLANK, 'labels.html');
  await gateway.indexAll();
}

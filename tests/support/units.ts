import { uploadResultSchema } from '#contract/uploads.ts';
import type { TestGateway } from './gateway.ts';

const RETURNS = `# Returns and exchanges

## Return window

A customer may return a product within 14 days of the day the order is received.
`;
export const DALEEL = `# الإرجاع والاستبدال

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 14 يومًا من تاريخ استلام الطلب.
`;
/** A page without text: a unit of this file fails. */
export const BLANK = '<!doctype html><html><body><p> </p></body></html>';

/** An English and an Arabic unit that are ready, and a failed Arabic unit. */
export async function addThreeUnits(gateway: TestGateway): Promise<void> {
  await gateway.addUnit('Returns policy', RETURNS);
  await gateway.addUnit('دليل الإرجاع', DALEEL);
  await gateway.addUnit('ملصقات قديمة', BLANK, 'labels.html');
  await gateway.indexAll();
}

/** A unit that is ready from the first of its two files: there is nothing to read in the second. */
/** A unit that answers, and whose file was removed from the store before it was indexed again. Puts the file back. */
export async function addUpdateFailed(gateway: TestGateway, title = 'دليل الإرجاع') {
  const id = await gateway.addUnit(title, DALEEL, 'guide.md');
  await gateway.indexAll();
  const { blobs, units } = gateway.ports;
  const key = (await units.get(1, id))?.sources[0]?.file?.blob ?? '';
  await blobs.remove(key);
  await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
  await gateway.indexAll();
  return async () => {
    const writer = await blobs.create(key);
    await writer.write(new TextEncoder().encode(DALEEL));
    await writer.commit();
  };
}

export async function addPartlyReady(gateway: TestGateway, title = 'دليل الإرجاع'): Promise<number> {
  const files = [
    ['guide.md', DALEEL],
    ['labels.html', BLANK],
  ] as const;
  const sources = [];
  for (const [name, content] of files) {
    const { response, size } = await gateway.upload(name, content);
    const { FileURL, FileName, FilePath } = uploadResultSchema.parse(await response.json());
    sources.push({ FileUrl: FileURL, FileName, FilePath, FileSize: size });
  }
  const registered = await gateway.call('/api/AIKnowledge/1', {
    method: 'POST',
    json: { title, KnowledgeSource: 0, SourceContent: sources },
  });
  await gateway.indexAll();
  const { Response } = (await registered.json()) as { Response: { id: number } };
  return Response.id;
}

export const FEES_URL = 'https://example.com/fees';
const pageOf = (title: string, paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="ar"><head><title>${title}</title></head><body><main><h1>${title}</h1>${paragraphs
    .map((text) => `<p>${text}</p>`)
    .join('')}</main></body></html>`;
export const FEES = pageOf('الرسوم', [
  'رسوم إصدار البطاقة 75 ريالًا وتستلم خلال خمسة أيام عمل من أقرب فرع.',
  'رسوم التحويل الدولي 25 ريالًا وتخصم من حساب المرسل عند تنفيذ العملية.',
  'يعفى الطلاب من رسوم البطاقة الأولى إذا قدموا إثبات القيد في الجامعة.',
]);
export const MOVED = pageOf('الرسوم', ['انتقلت هذه الصفحة إلى موقعنا الجديد.']);

/** A unit of a page that answers, while a newer and much shorter text waits. `pages`: those that the gateway fetches. */
export async function addHeldUpdate(
  gateway: TestGateway,
  pages: Record<string, string | Uint8Array>,
  title = 'صفحة الرسوم',
): Promise<number> {
  pages[FEES_URL] = FEES;
  const json = { title, KnowledgeSource: 1, SourceContent: [FEES_URL] };
  const registered = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
  const { Response: unit } = (await registered.json()) as { Response: { id: number } };
  await gateway.indexAll();
  gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
  pages[FEES_URL] = MOVED;
  await gateway.call(`/api/AIKnowledge/1/${unit.id}/reindex`, { method: 'POST' });
  await gateway.indexAll();
  return unit.id;
}

/** Replaces the text of a unit; the new one waits as a draft. */
export async function draftText(gateway: TestGateway, unitId: number, text: string): Promise<void> {
  const { response, size } = await gateway.upload('دليل.md', text);
  const { FileName, FileURL, FilePath } = uploadResultSchema.parse(await response.json());
  await gateway.call(`/api/AIKnowledge/1/${unitId}`, {
    method: 'PUT',
    headers: { 'x-knowledge': 'draft' },
    json: { KnowledgeSource: 0, SourceContent: [{ FileName, FileUrl: FileURL, FilePath, FileSize: size }] },
  });
  await gateway.indexAll();
}

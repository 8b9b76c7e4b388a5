/** A gateway with one unit of two pages, whose texts, clock and changes follow from a seed. */
import type { Unit } from '#gateway/modules/units/model.ts';
import { createRandom, type Random } from '../fleet/random.ts';
import { createTestGateway, type TestGateway } from '../gateway.ts';
import { accepted } from '../stores.ts';

export const BOT = 1;
export const UNITS = `/api/AIKnowledge/${BOT}`;
export const PAGES = ['https://example.com/رسوم', 'https://example.com/تحويل'] as const;
/** More passages than the unit ever has. */
const ALL_PASSAGES = 200;
const TITLE = 'رسوم البنك';

export interface VersionWorld {
  gateway: TestGateway;
  random: Random;
  /** Texts by address. */
  pages: Record<string, string>;
  id: number;
  /** Passages of each version by its number, as they were once it was indexed. */
  texts: Map<number, string>;
  /** Whether indexing was ever cancelled, and sources may have been left without a text. */
  wasCancelled: boolean;
}

/** The unit is indexed. */
export async function createVersionWorld(seed: number): Promise<VersionWorld> {
  const random = createRandom(seed);
  const pages: Record<string, string> = {};
  for (const url of PAGES) pages[url] = writePage(random, url);
  const gateway = await createTestGateway({ pages });
  const response = await gateway.call(UNITS, { method: 'POST', json: unitOf(PAGES) });
  const { Response } = (await response.json()) as { Response: { id: number } };
  await gateway.indexAll();
  return { gateway, random, pages, id: Response.id, texts: new Map(), wasCancelled: false };
}

/** As registrations and changes of sources send it. */
export const unitOf = (addresses: readonly string[]) => ({
  title: TITLE,
  KnowledgeSource: 1,
  SourceContent: addresses,
});

export const readUnit = async ({ gateway, id }: VersionWorld): Promise<Unit> =>
  accepted(await gateway.ports.units.get(BOT, id));

/** Passages, in an order that is the same for the same passages: sources may take another one. Empty without an index. */
export async function readText({ gateway, id }: VersionWorld, generation: number | null): Promise<string> {
  if (generation === null) return '';
  const { items } = await gateway.ports.index.pagePassages(BOT, id, generation, 0, ALL_PASSAGES);
  return items
    .map(({ text }) => text)
    .sort()
    .join('\n');
}

/** A text of few variants, so that earlier texts come back. */
export const writePage = (random: Random, url: string): string =>
  pageOf([
    `رسوم إصدار البطاقة ${50 + random.below(5)} ريالًا وتستلم خلال خمسة أيام عمل من فرع ${url.slice(-4)}.`,
    `رسوم التحويل الدولي ${20 + random.below(3)} ريالًا وتخصم من حساب المرسل عند تنفيذ العملية.`,
    'يعفى الطلاب من رسوم البطاقة الأولى إذا قدموا إثبات القيد في الجامعة.',
  ]);

/** An update that is held for a person: hardly any of the text is left. */
export const movedPage = (): string => pageOf(['انتقلت هذه الصفحة إلى موقعنا الجديد.']);

function pageOf(paragraphs: readonly string[]): string {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('');
  const head = `<head><title>${TITLE}</title></head>`;
  return `<!doctype html><html lang="ar">${head}<body><main><h1>${TITLE}</h1>${body}</main></body></html>`;
}

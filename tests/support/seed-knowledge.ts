/** The knowledge of a small shop in both languages, some of it failed: put in over HTTP, for pages that show it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelope } from '#contract/envelope.ts';
import { HEADERS } from '#contract/headers.ts';
import { registrationResponseSchema } from '#contract/knowledge.ts';
import { arabicGuide, type KnownFile, scannedLetter, warrantyTerms } from './known-files.ts';
import { createPlainClient } from './plain-client.ts';

interface SeedUnit {
  title: string;
  description: string;
  sources: readonly (KnownFile | string)[];
}

export interface SeededKnowledge {
  ids: Record<'guide' | 'warranty' | 'delivery' | 'scanned' | 'gone' | 'nasim' | 'cedar', number>;
  titles: Record<'guide' | 'warranty', string>;
}

function sample(language: 'ar' | 'en', name: string): KnownFile {
  const folder = join(import.meta.dirname, '../../src/features/overview/samples');
  return {
    name,
    mimeType: 'text/markdown',
    buffer: readFileSync(join(folder, `store-guide.${language}.md`)),
  };
}

const EMPTY_ROWS: KnownFile = {
  name: 'أسعار قديمة.html',
  mimeType: 'text/html',
  buffer: Buffer.from('<!doctype html><html lang="ar"><body><p> </p></body></html>'),
};

/** Registers seven units and waits until each is ready, or failed as it should. `site` is the origin of a page server. */
export async function seedKnowledge(origin: string, key: string, site: string): Promise<SeededKnowledge> {
  const client = createPlainClient(origin, key);
  const register = async ({ title, description, sources }: SeedUnit): Promise<number> => {
    const isUrl = typeof sources[0] === 'string';
    const content = await Promise.all(
      sources.map(async (source) => {
        if (typeof source === 'string') return source;
        const bytes = new Blob([new Uint8Array(source.buffer)], { type: source.mimeType });
        return client.upload(source.name, bytes);
      }),
    );
    const response = await fetch(`${origin}/api/AIKnowledge/1`, {
      method: 'POST',
      headers: { [HEADERS.key]: key, [HEADERS.bot]: '1', 'content-type': 'application/json' },
      body: JSON.stringify({ title, description, KnowledgeSource: isUrl ? 1 : 0, SourceContent: content }),
    });
    const { id } = envelope(registrationResponseSchema).parse(await response.json()).Response;
    if (id === undefined) throw new Error(`${title}: no id`);
    return id;
  };
  const titles = { guide: 'دليل خدمات العملاء الإلكترونية', warranty: 'Warranty and returns' };
  const ids = {
    gone: await register({
      title: 'Summer offers',
      description: 'The page of the offers, read once a week',
      sources: [`${site}/gone`],
    }),
    scanned: await register({
      title: 'تعميم الإدارة رقم 14',
      description: 'نسخة ممسوحة ضوئيًا من تعميم أوقات الدوام',
      sources: [{ ...scannedLetter(), name: 'تعميم 14.pdf' }],
    }),
    delivery: await register({
      title: 'Delivery and collection',
      description: 'What the shop’s own page says of parcels, fees and collecting',
      sources: [`${site}/delivery`, `${site}/gone`],
    }),
    nasim: await register({
      title: 'دليل خدمة عملاء متجر نسيم',
      description: 'الإرجاع والتوصيل والضمان والعضوية والشكاوى',
      sources: [sample('ar', 'دليل متجر نسيم.md'), EMPTY_ROWS],
    }),
    cedar: await register({
      title: 'Cedar & Co. customer service guide',
      description: 'Returns, delivery, warranty, membership and complaints',
      sources: [sample('en', 'customer-service-guide.md')],
    }),
    warranty: await register({
      title: titles.warranty,
      description: 'What is repaired, for how long, and what it costs',
      sources: [warrantyTerms()],
    }),
    guide: await register({
      title: titles.guide,
      description: 'فتح الحسابات والرسوم والدعم الفني، للموظفين',
      sources: [arabicGuide()],
    }),
  };
  await seedSynonyms(origin, key);
  for (;;) {
    const states = await client.states(Object.values(ids));
    if (states.every(({ status }) => status === 'ready' || status === 'failed')) {
      const lost = states.filter(
        ({ id, status }) => status === 'failed' && id !== ids.gone && id !== ids.scanned,
      );
      if (lost.length > 0) throw new Error(`not indexed: ${JSON.stringify(lost)}`);
      return { ids, titles };
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const SYNONYMS = `مصاريف = رسوم = عمولة # يقولها العملاء في الفروع
حوالة = تحويل
كفالة = ضمان = warranty # المستندات العربية تقول ضمان
bring back = return = give back
جوال = هاتف محمول = موبايل
`;

/** Groups as people of the shop would write them. */
async function seedSynonyms(origin: string, key: string): Promise<void> {
  const response = await fetch(`${origin}/api/Synonyms/1/import`, {
    method: 'POST',
    headers: { [HEADERS.key]: key, [HEADERS.bot]: '1', 'content-type': 'application/json' },
    body: JSON.stringify({ text: SYNONYMS }),
  });
  if (!response.ok) throw new Error(`synonyms: ${response.status} ${await response.text()}`);
}

/** The indexer with everything around it in memory; readers and pages do what a test tells them. */

import { UNKNOWN_DISKS } from '#gateway/core/disk-space.ts';
import type { PageFetcher } from '#gateway/core/fetchers.ts';
import type { Log } from '#gateway/core/log.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { ACCEPTED_TYPES } from '#gateway/modules/files/adapters/accepted-types.ts';
import { createMemoryBlobs } from '#gateway/modules/files/adapters/blobs-memory.ts';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import type { DocumentReader } from '#gateway/modules/units/ports/passages.ts';
import type { IndexerSettings } from '#gateway/modules/units/services/indexing/index-unit.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { createInlineIndexer } from '#tests/support/inline-indexer.ts';
import { openMemory } from '#tests/support/open-test-database.ts';
import { addFile } from '#tests/support/stores.ts';

export const GUIDE: ReadDocument = {
  blocks: [
    { kind: 'heading', level: 1, text: 'الخزف', page: 1 },
    { kind: 'paragraph', text: 'يعجن الخزاف الطين ثم يشكله على الدولاب.', page: 1 },
    { kind: 'heading', level: 2, text: 'الحرق', page: 2 },
    { kind: 'paragraph', text: 'يحرق الفخار في تنور تبلغ حرارته 900 درجة.', page: 2 },
  ],
  pages: 2,
  warnings: [{ code: 'encoding-guessed' }],
};

/** Answers the whole page, which is stored as one piece. */
type Fetch = (
  url: string,
  options: Parameters<PageFetcher['fetch']>[1],
) => Promise<Awaited<ReturnType<PageFetcher['fetch']>> & { bytes: Uint8Array }>;

/** Answers the whole document, which the indexer gets as one batch. */
type Read = (source: Parameters<DocumentReader['read']>[0], signal?: AbortSignal) => Promise<ReadDocument>;

export async function createWorkshop(settings: Partial<IndexerSettings> = {}) {
  const db = await openMemory();
  const time = { now: new Date('2026-11-21T09:00:00Z') };
  const clock = { now: () => time.now };
  const blobs = createMemoryBlobs();
  const observed: MetricEvent[] = [];
  const lines: { event: string; facts: Record<string, unknown> }[] = [];
  const record = (event: string, facts: Record<string, unknown> = {}) => void lines.push({ event, facts });
  const log: Log = { debug: record, info: record, warn: record, error: record };
  /** What tests change: how things are read and fetched. */
  const world: { read: Read; fetch: Fetch } = {
    read: async () => GUIDE,
    fetch: async (url) => ({ ...page('<p>صفحة</p>'), finalUrl: url }),
  };
  const ports = {
    settings: { botId: 1 },
    clock,
    log,
    createSha256,
    recordMetric: (event: MetricEvent) => void observed.push(event),
    blobs,
    diskSpace: UNKNOWN_DISKS,
    ...createSqlStores(db, clock),
    types: { headBytes: HEAD_BYTES, accepted: Object.values(ACCEPTED_TYPES), detect: detectType },
    reader: {
      async read(source, listener, signal) {
        const { blocks, ...facts } = await world.read(source, signal);
        await listener.onBatch({ blocks, share: 1 });
        return facts;
      },
      convert: () => Promise.reject(new Error('not asked for')),
    } satisfies DocumentReader,
    pages: {
      async fetch(url, options) {
        const { bytes, ...facts } = await world.fetch(url, options);
        await options.write(bytes);
        return facts;
      },
    } satisfies PageFetcher,
  };
  const overwrite = async (key: string, words: string) => {
    await blobs.remove(key);
    const writer = await blobs.create(key);
    await writer.write(new TextEncoder().encode(words));
    await writer.commit();
  };
  const indexer = createInlineIndexer(ports, { owner: 'one', retryMs: 1000, ...settings });
  return {
    ...ports,
    ports,
    db,
    time,
    world,
    lines,
    observed,
    indexer,
    /** Puts other bytes in the place of a blob. */
    overwrite,
    /** A stored file with these words. */
    async putFile(id: string, words = 'كلمات', change: Parameters<typeof addFile>[2] = {}) {
      const writer = await blobs.create();
      await writer.write(new TextEncoder().encode(words));
      const { key, size, sha256 } = await writer.commit();
      return addFile(ports, id, { blob: key, size, sha256, ...change });
    },
  };
}

export type Workshop = Awaited<ReturnType<typeof createWorkshop>>;

/** Units as a gateway of the version before left them. */
export async function forgetReadings({ db }: Pick<Workshop, 'db'>): Promise<void> {
  await db.change({ bot: 1 }, (trx) => trx.updateTable('version_source').set({ reading_id: null }).execute());
}

export function page(html: string, mime = 'text/html') {
  return { bytes: new TextEncoder().encode(html), mime, charset: 'utf-8', finalUrl: 'https://example.com/' };
}

import type { Ports, SourceOutcome } from '#gateway/ports.ts';
import { buildSegment } from '#gateway/search/build-segment.ts';
import { ANALYZER_VERSION } from '#gateway/text/analysis/analyzer-version.ts';
import { splitDocument } from '#gateway/text/splitting/split-document.ts';

const OWNER = 'test';

/** Indexes whatever is queued, in this process and at once. */
export async function indexAll(ports: Ports): Promise<void> {
  for (;;) {
    const job = await ports.jobs.lease(OWNER, 60_000);
    if (!job) return;
    const { botId, unitId, generation } = job;
    const unit = await ports.units.get(botId, unitId);
    if (!unit) continue;
    const outcomes: SourceOutcome[] = [];
    const passages = [];
    for (const source of unit.sources) {
      try {
        const { file, url } = source;
        const document = await ports.reader.read(
          file
            ? { blob: file.blob, format: file.format ?? 'txt', name: file.name }
            : await fetchPage(ports, url ?? ''),
        );
        const own = splitDocument(document);
        for (const passage of own)
          passages.push({ ...passage, ordinal: passages.length, sourceId: source.id });
        outcomes.push({
          sourceId: source.id,
          status: 'ready',
          reason: null,
          warnings: document.warnings,
          pages: document.pages ?? null,
          passages: own.length,
        });
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'index-failed';
        const reason = { code, parameters: {} };
        outcomes.push({
          sourceId: source.id,
          status: 'failed',
          reason,
          warnings: [],
          pages: null,
          passages: 0,
        });
      }
    }
    await ports.index.writePassages(botId, unitId, generation, passages);
    const segment = buildSegment(passages, unit.title);
    await ports.index.writeSegment(botId, unitId, generation, ANALYZER_VERSION, segment);
    const isReady = outcomes.some(({ status }) => status === 'ready');
    await ports.jobs.settle(job, OWNER, {
      status: isReady ? 'ready' : 'failed',
      reason: isReady ? null : (outcomes[0]?.reason ?? null),
      readOn: ports.clock.now(),
      passages: passages.length,
      sources: outcomes,
    });
  }
}

async function fetchPage(ports: Ports, url: string) {
  const { bytes, charset } = await ports.pages.fetch(url);
  const writer = await ports.blobs.create();
  await writer.write(bytes);
  const { key } = await writer.commit();
  return { blob: key, format: 'html', name: url, ...(charset ? { charset } : {}) };
}

import { LRUCache } from 'lru-cache';
import type { AnswerInput } from '#contract/operations/operation.ts';
import type { versionChanges } from '#contract/operations/versions.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { comparePassages } from '#gateway/engine/compare/compare-passages.ts';
import type { ComparedPassage, PassageComparison } from '#gateway/engine/compare/passage-change.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { ReadingDamagedError } from '#gateway/modules/units/ports/readings.ts';
import type { Version } from '#gateway/modules/units/ports/versions.ts';
import { createSourceEdits } from './indexing/source-edits.ts';
import { readUnit } from './write-unit.ts';

type PassagePorts = Pick<Ports, 'edits' | 'index' | 'readings'>;
type ComparePorts = PassagePorts & Pick<Ports, 'units' | 'versions'>;

const PASSAGES_PER_BATCH = 500;
const VERSIONS_PER_BATCH = 20;
/** Characters of the comparisons that are remembered for the next pages of their lists. */
const MAX_CHARACTERS = 4_000_000;

export type Comparisons = LRUCache<string, PassageComparison>;

/** Comparisons as last made. Versions never change and no number of an index is given twice, so they hold for good. */
export const createComparisons = (): Comparisons =>
  new LRUCache({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ changes }) =>
      changes.reduce(
        (sum, { before, after }) => sum + 100 + (before?.text.length ?? 0) + (after?.text.length ?? 0),
        1,
      ),
  });

/**
 * A page of what a version changed, from the one that answered before or `from`. Throws `unit-not-found`,
 * `version-not-found` and `version-not-kept`.
 */
export async function pageChanges(
  ports: ComparePorts,
  comparisons: Comparisons,
  botId: number,
  { knowledgeId, version: number }: { knowledgeId: number; version: number },
  { from, offset, limit }: { from?: number | undefined; offset: number; limit: number },
): Promise<AnswerInput<typeof versionChanges>> {
  await readUnit(ports, botId, knowledgeId);
  const to = await readVersion(ports, botId, knowledgeId, number);
  const earlier =
    from === undefined
      ? await findBefore(ports, to)
      : from === 0
        ? undefined
        : await readVersion(ports, botId, knowledgeId, from);
  const { counts, changes } = await compareVersions(ports, comparisons, earlier, to);
  return {
    from: earlier?.number ?? 0,
    to: number,
    counts,
    sources: changedSources(earlier?.sources ?? [], to.sources),
    items: changes.slice(offset, offset + limit).map(({ before, after, ...change }) => ({
      ...change,
      before: sideView(before),
      after: sideView(after),
    })),
    total: changes.length,
  };
}

async function readVersion(
  { versions }: Pick<Ports, 'versions'>,
  botId: number,
  unitId: number,
  number: number,
): Promise<Version> {
  const version = await versions.get(botId, unitId, number, INDEX_VERSION);
  if (!version) throw new GatewayFault('version-not-found', { number });
  return version;
}

/** The version that answered before; undefined before the first. */
async function findBefore(
  { versions }: Pick<Ports, 'versions'>,
  { botId, unitId, number }: Version,
): Promise<Version | undefined> {
  for (let before = number; ; ) {
    const query = { before, limit: VERSIONS_PER_BATCH, indexVersion: INDEX_VERSION };
    const page = await versions.list(botId, unitId, query);
    const published = page.find(({ publishedOn }) => publishedOn !== null);
    if (published || page.length < VERSIONS_PER_BATCH) return published;
    before = page.at(-1)?.number ?? 0;
  }
}

async function compareVersions(
  ports: PassagePorts,
  comparisons: Comparisons,
  before: Version | undefined,
  after: Version,
): Promise<PassageComparison> {
  const indexes = [before, after].map((version) => [version?.number, version?.generation]);
  const key = [after.botId, after.unitId, ...indexes].join();
  const remembered = comparisons.get(key);
  if (remembered) return remembered;
  const earlier = before ? await readPassages(ports, before) : [];
  const later = await readPassages(ports, after);
  const comparison = await comparePassages(earlier, later, yieldToEventLoop);
  comparisons.set(key, comparison);
  return comparison;
}

/** The text of a version, by its index; where that is gone, by its readings. */
async function readPassages(ports: PassagePorts, version: Version): Promise<ComparedPassage[]> {
  const { botId, unitId, generation, passages: count } = version;
  if (count === 0) return [];
  if (generation === null) return splitAgain(ports, version);
  const { index } = ports;
  const passages: ComparedPassage[] = [];
  for (let total = 1; passages.length < total; ) {
    const page = await index.pagePassages(botId, unitId, generation, passages.length, PASSAGES_PER_BATCH);
    total = page.items.length === 0 ? 0 : page.total;
    for (const passage of page.items) passages.push(passage);
  }
  return passages;
}

/** The passages that an index of this version would have. */
async function splitAgain(
  ports: Pick<Ports, 'edits' | 'readings'>,
  { botId, unitId, number, isRead }: Version,
): Promise<ComparedPassage[]> {
  if (!isRead) throw new GatewayFault('version-not-kept', { number });
  const edits = createSourceEdits(ports, await ports.edits.ofRun(botId, unitId, number));
  const passages: ComparedPassage[] = [];
  try {
    for (const [sourceId, reading] of await ports.readings.ofVersion(botId, unitId, number)) {
      const first = passages.length;
      const splitter = createSplitter(({ ordinal, ...passage }) => {
        passages.push({ ...passage, sourceId, ordinal: first + ordinal });
      });
      for await (const { edited } of edits.blocks(sourceId, reading)) {
        for (const { block } of edited) splitter.add(block);
        await yieldToEventLoop();
      }
      splitter.end();
    }
  } catch (error) {
    throw error instanceof ReadingDamagedError ? new GatewayFault('version-not-kept', { number }) : error;
  }
  return passages;
}

function changedSources(before: Version['sources'], after: Version['sources']) {
  const keyOf = ({ url, fileId }: Version['sources'][number]) => url ?? fileId;
  const missingIn = (sources: Version['sources']) => {
    const keys = new Set(sources.map(keyOf));
    return (source: Version['sources'][number]) => !keys.has(keyOf(source));
  };
  const viewOf = (kind: 'added' | 'removed') => (source: Version['sources'][number]) => ({
    name: source.url ?? source.name ?? '',
    kind,
    isAddress: source.url !== null,
  });
  return [
    ...before.filter(missingIn(after)).map(viewOf('removed')),
    ...after.filter(missingIn(before)).map(viewOf('added')),
  ];
}

function sideView(passage: ComparedPassage | null) {
  if (passage === null) return null;
  const { ordinal, sourceId, text, sectionTitle, page = null } = passage;
  return { ordinal, sourceId, text, sectionTitle, page };
}

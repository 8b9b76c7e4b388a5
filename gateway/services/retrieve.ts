import type { Source, StoredPassage, Unit } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { rank } from '#gateway/search/rank.ts';
import type { Segment } from '#gateway/search/segment.ts';
import type { SegmentCache } from './segment-cache.ts';

/** A passage that answers, with where it comes from. `fileId`: the stored path, or the address of a URL source. */
export interface Retrieved {
  unitId: number;
  ordinal: number;
  text: string;
  score: number;
  fileId: string;
  sectionTitle: string;
}

/** Units whose segments could be opened, and the titles of those that must be indexed again first. */
export interface OpenedUnits {
  units: { unit: Unit; segment: Segment }[];
  unopened: string[];
}

/** How many passages are ranked: more than any answer shows, so that few documents can fill it. */
const CANDIDATES = 100;

export async function openUnits(segments: SegmentCache, units: readonly Unit[]): Promise<OpenedUnits> {
  const opened: OpenedUnits = { units: [], unopened: [] };
  for (const unit of units) {
    const segment = await segments.open(unit);
    if (segment) opened.units.push({ unit, segment });
    else opened.unopened.push(unit.title);
  }
  return opened;
}

/**
 * The passages of these units that answer best, best first: at most `limit` passages out of at most `maxDocuments`
 * different documents. Texts are read in slices, since most often the first slice suffices.
 */
export async function retrieve(
  ports: Ports,
  opened: OpenedUnits['units'],
  question: string,
  { limit, maxDocuments }: { limit: number; maxDocuments: number },
): Promise<Retrieved[]> {
  const byId = new Map(opened.map(({ unit }) => [unit.id, unit] as const));
  const searched = opened.map(({ unit, segment }) => ({ unitId: unit.id, segment }));
  const ranked = rank(question, searched, { limit: CANDIDATES });
  const documents = new Set<string>();
  const retrieved: Retrieved[] = [];
  for (let start = 0; start < ranked.length && retrieved.length < limit; start += limit) {
    const slice = ranked.slice(start, start + limit);
    const passages = await readTexts(ports, byId, slice);
    for (const { unitId, ordinal, score } of slice) {
      const passage = passages.get(`${unitId}:${ordinal}`);
      const unit = byId.get(unitId);
      if (!passage || !unit || retrieved.length >= limit) continue;
      const fileId = documentOf(unit, passage.sourceId);
      if (!documents.has(fileId) && documents.size >= maxDocuments) continue;
      documents.add(fileId);
      const { text, sectionTitle } = passage;
      retrieved.push({ unitId, ordinal, text, score, fileId, sectionTitle });
    }
  }
  return retrieved;
}

async function readTexts(
  ports: Ports,
  units: ReadonlyMap<number, Unit>,
  ranked: readonly { unitId: number; ordinal: number }[],
): Promise<Map<string, StoredPassage>> {
  const texts = new Map<string, StoredPassage>();
  for (const [unitId, ofUnit] of Map.groupBy(ranked, (one) => one.unitId)) {
    const unit = units.get(unitId);
    if (!unit || unit.generation === null) continue;
    const ordinals = ofUnit.map(({ ordinal }) => ordinal);
    const passages = await ports.index.readPassages(unit.botId, unitId, unit.generation, ordinals);
    for (const passage of passages) texts.set(`${unitId}:${passage.ordinal}`, passage);
  }
  return texts;
}

function documentOf(unit: Unit, sourceId: number): string {
  const isIt = (source: Source): boolean => source.id === sourceId;
  const source = unit.sources.find(isIt) ?? unit.formerSources.find(isIt);
  return source?.file?.path ?? source?.url ?? `${unit.id}/${sourceId}`;
}

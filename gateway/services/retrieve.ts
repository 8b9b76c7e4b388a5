import type { Source, StoredPassage, Unit } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { rank } from '#gateway/search/rank.ts';
import type { Segment } from '#gateway/search/segment.ts';

/** A passage that answers, with where it comes from. `fileId`: the stored path, or the address of a URL source. */
export interface Retrieved {
  unitId: number;
  ordinal: number;
  text: string;
  score: number;
  fileId: string;
  sectionTitle: string;
}

/** Segments of units that have a generation; undefined where it is gone or was made by another version. */
export interface Segments {
  get(botId: number, unitId: number, generation: number): Promise<Segment | undefined>;
}

/** How many passages are ranked: more than any answer shows, so that few documents can fill it. */
const CANDIDATES = 100;

/**
 * The passages of these units that answer best, best first: at most `limit` passages out of at most `maxDocuments`
 * different documents. Texts are read in slices, since most often the first slice suffices.
 */
export async function retrieve(
  ports: Ports,
  segments: Segments,
  units: readonly Unit[],
  question: string,
  { limit, maxDocuments }: { limit: number; maxDocuments: number },
): Promise<Retrieved[]> {
  const byId = new Map(units.map((unit) => [unit.id, unit] as const));
  const searched: { unitId: number; segment: Segment }[] = [];
  for (const { botId, id, generation } of units) {
    const segment = generation === null ? undefined : await segments.get(botId, id, generation);
    if (segment) searched.push({ unitId: id, segment });
    else ports.log.warn('segment-missing', { botId, unitId: id, generation });
  }
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

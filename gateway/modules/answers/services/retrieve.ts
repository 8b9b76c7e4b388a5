import type { RetrievedDocument } from '#contract/answers.ts';
import type { Synonyms } from '#gateway/engine/question/alternatives/alternative.ts';
import {
  matchCandidates,
  type RankedPassage,
  type Ranking,
  type RankingParts,
  rerankCandidates,
  type SemanticScores,
} from '#gateway/engine/ranking/rank.ts';
import { type Segment, SegmentMismatchError } from '#gateway/engine/segments/segment.ts';
import type {
  RequestedUnit,
  SemanticSearchResult,
  SemanticSearchStatus,
} from '#gateway/modules/embeddings/services/semantic-search.ts';
import type { Source, StoredPassage, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { SegmentCache } from './segment-cache.ts';

/** A passage that answers, with where it comes from. `fileId`: the stored path, or the address of a URL source. */
export interface RetrievedPassage {
  unitId: number;
  ordinal: number;
  text: string;
  score: number;
  fileId: string;
  sectionTitle: string;
  /** What words alone would have made it: what may be quoted is decided by this. */
  lexicalScore: number;
  /** What `score` was made from. */
  parts: RankingParts;
}

/** The passages that answer, with what decided that it is these: for explanations. */
export interface Retrieval {
  passages: RetrievedPassage[];
  ranking: Ranking;
  /** Whether they were also searched by meaning; null where the bot has no embeddings server. */
  semantic: SemanticSearchStatus | null;
  /** Passages that were ranked before the list was full and left out, as of one document too many. */
  otherDocuments: number;
}

/** Units whose segments could be opened, and those that must be indexed again first: their titles, and the damaged ones. */
export interface OpenedUnits {
  units: { unit: Unit; segment: Segment }[];
  unreadable: string[];
  damaged: Unit[];
}

/** How many passages are ranked: more than any answer shows, so that few documents can fill it. */
const MAX_RANKED_PASSAGES = 100;

export async function openUnits(segments: SegmentCache, units: readonly Unit[]): Promise<OpenedUnits> {
  const opened: OpenedUnits = { units: [], unreadable: [], damaged: [] };
  const found = await segments.open(units);
  for (const [index, unit] of units.entries()) {
    const segment = found[index];
    if (segment === 'damaged') opened.damaged.push(unit);
    if (segment && segment !== 'damaged') opened.units.push({ unit, segment });
    else opened.unreadable.push(unit.title);
  }
  return opened;
}

/** `rank` over opened units, by words alone: the words of its candidates, and of those alone, are loaded in between. */
export async function rankUnits(
  segments: SegmentCache,
  opened: OpenedUnits['units'],
  question: string,
  options: { limit: number; synonyms?: Synonyms },
): Promise<RankedPassage[]> {
  return (await rankOpenUnits(segments, opened, question, options)).passages;
}

async function rankOpenUnits(
  segments: SegmentCache,
  opened: OpenedUnits['units'],
  question: string,
  {
    limit,
    synonyms = [],
    semantic = null,
  }: { limit: number; synonyms?: Synonyms; semantic?: SemanticScores | null },
): Promise<Ranking> {
  const searched = opened.map(({ unit, segment }) => ({ unitId: unit.id, segment }));
  const matched = matchCandidates(question, searched, { synonyms, semantic });
  const ordinals = searched.map((): number[] => []);
  for (const { segment, ordinal } of matched.candidates) ordinals[segment]?.push(ordinal);
  await segments.loadWords(
    searched.flatMap(({ segment }, index) => {
      const own = ordinals[index] ?? [];
      return own.length > 0 ? [{ segment, ordinals: own }] : [];
    }),
  );
  return rerankCandidates(matched, { limit });
}

/** How passages are looked for. */
interface RetrievalOptions {
  limit: number;
  maxDocuments: number;
  synonyms: Synonyms;
  /** Seeks passages of these units by meaning. */
  searchSemantically: (units: readonly RequestedUnit[]) => Promise<SemanticSearchResult>;
}

/**
 * `retrieve` from those of the units whose segments can be read to the end: one that is damaged, or was removed for good
 * a moment ago, is left out and named in `unreadable` like one that could not be opened.
 */
export async function retrieveReadable(
  ports: Pick<Ports, 'index'>,
  segments: SegmentCache,
  { units, unreadable, damaged }: OpenedUnits,
  question: string,
  options: RetrievalOptions,
): Promise<OpenedUnits & { retrieval: Retrieval }> {
  try {
    const retrieval = await retrieve(ports, segments, units, question, options);
    return { units, unreadable, damaged, retrieval };
  } catch (error) {
    if (!(error instanceof SegmentMismatchError)) throw error;
    const intact: OpenedUnits = { units: [], unreadable: [...unreadable], damaged: [...damaged] };
    for (const one of units)
      if (await canRank(segments, one, question, options)) intact.units.push(one);
      else intact.unreadable.push(one.unit.title);
    const left = units.filter((one) => !intact.units.includes(one)).map(({ unit }) => unit);
    if (left.length === 0) throw error;
    intact.damaged.push(...(await withoutRemoved(ports, left)));
    return { ...intact, retrieval: await retrieve(ports, segments, intact.units, question, options) };
  }
}

/** Those of the units whose segments the database still has, so that nothing but damage explains that they are unreadable. */
async function withoutRemoved({ index }: Pick<Ports, 'index'>, units: readonly Unit[]): Promise<Unit[]> {
  const keys = units.flatMap(({ botId, id: unitId, generation }) =>
    generation === null ? [] : [{ botId, unitId, generation }],
  );
  const current = await index.filterCurrent(keys);
  return units.filter(({ id, generation }) =>
    current.some((one) => one.unitId === id && one.generation === generation),
  );
}

async function canRank(
  segments: SegmentCache,
  one: OpenedUnits['units'][number],
  question: string,
  { synonyms }: RetrievalOptions,
): Promise<boolean> {
  try {
    await rankOpenUnits(segments, [one], question, { limit: MAX_RANKED_PASSAGES, synonyms });
    return true;
  } catch (error) {
    if (error instanceof SegmentMismatchError) return false;
    throw error;
  }
}

/**
 * The passages of these units that answer best, best first: at most `limit` passages out of at most `maxDocuments`
 * different documents. Texts are read in slices, since the first slice is most often enough.
 */
async function retrieve(
  ports: Pick<Ports, 'index'>,
  segments: SegmentCache,
  opened: OpenedUnits['units'],
  question: string,
  { limit, maxDocuments, synonyms, searchSemantically }: RetrievalOptions,
): Promise<Retrieval> {
  const byId = new Map(opened.map(({ unit }) => [unit.id, unit] as const));
  const semantic = await searchSemantically(
    opened.map(({ unit, segment: { passageCount } }) => ({ ...unit, passages: passageCount })),
  );
  const { scores } = semantic;
  const ranking = await rankOpenUnits(segments, opened, question, {
    limit: MAX_RANKED_PASSAGES,
    synonyms,
    semantic: scores,
  });
  const ranked = ranking.passages;
  const documents = new Set<string>();
  const retrieved: RetrievedPassage[] = [];
  let otherDocuments = 0;
  for (let start = 0; start < ranked.length && retrieved.length < limit; start += limit) {
    const slice = ranked.slice(start, start + limit);
    const passages = await readTexts(ports, byId, slice);
    for (const { unitId, ordinal, score, lexicalScore, parts } of slice) {
      const passage = passages.get(`${unitId}:${ordinal}`);
      const unit = byId.get(unitId);
      if (!passage || !unit || retrieved.length >= limit) continue;
      const fileId = documentIdOf(unit, passage.sourceId);
      if (!documents.has(fileId) && documents.size >= maxDocuments) {
        otherDocuments++;
        continue;
      }
      documents.add(fileId);
      const { text, sectionTitle } = passage;
      retrieved.push({ unitId, ordinal, text, score, lexicalScore, fileId, sectionTitle, parts });
    }
  }
  return { passages: retrieved, ranking, semantic: semantic.status, otherDocuments };
}

async function readTexts(
  ports: Pick<Ports, 'index'>,
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

function documentIdOf(unit: Unit, sourceId: number): string {
  const isIt = (source: Source): boolean => source.id === sourceId;
  const source = unit.sources.find(isIt) ?? unit.formerSources.find(isIt);
  return source?.file?.path ?? source?.url ?? `${unit.id}/${sourceId}`;
}

/** A passage as answers and explanations return it. */
export function documentView({ text, score, fileId, sectionTitle }: RetrievedPassage): RetrievedDocument {
  return { text, score, metadata: { file_id: fileId, 'Section Title': sectionTitle } };
}

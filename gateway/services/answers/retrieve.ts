import type { Source, StoredPassage, Unit } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Synonyms } from '#gateway/search/question/alternatives.ts';
import {
  decideRanking,
  matchCandidates,
  type Meaning,
  type RankedPassage,
  type Ranking,
  type RankingParts,
} from '#gateway/search/ranking/rank.ts';
import { type Segment, SegmentMismatch } from '#gateway/search/segment/segment.ts';
import type { FoundMeaning, MeaningStanding, SoughtUnit } from '#gateway/services/embeddings/find-meaning.ts';
import type { SegmentCache } from './segment-cache.ts';

/** A passage that answers, with where it comes from. `fileId`: the stored path, or the address of a URL source. */
export interface Retrieved {
  unitId: number;
  ordinal: number;
  text: string;
  score: number;
  fileId: string;
  sectionTitle: string;
  /** What words alone would have made it: what may be quoted is decided by this. */
  byWords: number;
  /** What `score` was made from. */
  parts: RankingParts;
}

/** The passages that answer, with what decided that it is these: for explanations. */
export interface Retrieval {
  passages: Retrieved[];
  ranking: Ranking;
  /** Whether they were sought by meaning too; null where the bot has no embeddings server. */
  meaning: MeaningStanding | null;
  /** Passages that were ranked before the list was full and left out, as of one document too many. */
  otherDocuments: number;
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
  const found = await segments.open(units);
  for (const [index, unit] of units.entries()) {
    const segment = found[index];
    if (segment) opened.units.push({ unit, segment });
    else opened.unopened.push(unit.title);
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
  return (await decideInUnits(segments, opened, question, options)).passages;
}

async function decideInUnits(
  segments: SegmentCache,
  opened: OpenedUnits['units'],
  question: string,
  { limit, synonyms = [], meaning = null }: { limit: number; synonyms?: Synonyms; meaning?: Meaning | null },
): Promise<Ranking> {
  const searched = opened.map(({ unit, segment }) => ({ unitId: unit.id, segment }));
  const matched = matchCandidates(question, searched, { synonyms, meaning });
  const ordinals = searched.map((): number[] => []);
  for (const { segment, ordinal } of matched.candidates) ordinals[segment]?.push(ordinal);
  await segments.loadWords(
    searched.flatMap(({ segment }, index) => {
      const own = ordinals[index] ?? [];
      return own.length > 0 ? [{ segment, ordinals: own }] : [];
    }),
  );
  return decideRanking(matched, { limit });
}

/** How passages are looked for. */
interface Wanted {
  limit: number;
  maxDocuments: number;
  synonyms: Synonyms;
  /** Seeks passages of these units by meaning. */
  seek: (units: readonly SoughtUnit[]) => Promise<FoundMeaning>;
}

/**
 * `retrieve` from those of the units whose segments can be read to the end: one that is damaged, or was removed for good
 * a moment ago, is left out and named in `unopened` like one that could not be opened.
 */
export async function retrieveSound(
  ports: Ports,
  segments: SegmentCache,
  { units, unopened }: OpenedUnits,
  question: string,
  wanted: Wanted,
): Promise<OpenedUnits & { retrieval: Retrieval }> {
  try {
    return { units, unopened, retrieval: await retrieve(ports, segments, units, question, wanted) };
  } catch (error) {
    if (!(error instanceof SegmentMismatch)) throw error;
    const sound: OpenedUnits = { units: [], unopened: [...unopened] };
    for (const one of units)
      if (await canRank(segments, one, question, wanted)) sound.units.push(one);
      else sound.unopened.push(one.unit.title);
    const left = units.filter((one) => !sound.units.includes(one));
    if (left.length === 0) throw error;
    ports.log.error('segment-unreadable', { units: left.map(({ unit }) => unit.id) });
    return { ...sound, retrieval: await retrieve(ports, segments, sound.units, question, wanted) };
  }
}

async function canRank(
  segments: SegmentCache,
  one: OpenedUnits['units'][number],
  question: string,
  { synonyms }: Wanted,
): Promise<boolean> {
  try {
    await decideInUnits(segments, [one], question, { limit: CANDIDATES, synonyms });
    return true;
  } catch (error) {
    if (error instanceof SegmentMismatch) return false;
    throw error;
  }
}

/**
 * The passages of these units that answer best, best first: at most `limit` passages out of at most `maxDocuments`
 * different documents. Texts are read in slices, since most often the first slice suffices.
 */
async function retrieve(
  ports: Ports,
  segments: SegmentCache,
  opened: OpenedUnits['units'],
  question: string,
  { limit, maxDocuments, synonyms, seek }: Wanted,
): Promise<Retrieval> {
  const byId = new Map(opened.map(({ unit }) => [unit.id, unit] as const));
  const sought = await seek(
    opened.map(({ unit, segment: { passageCount } }) => ({ ...unit, passages: passageCount })),
  );
  const { meaning } = sought;
  const ranking = await decideInUnits(segments, opened, question, { limit: CANDIDATES, synonyms, meaning });
  const ranked = ranking.passages;
  const documents = new Set<string>();
  const retrieved: Retrieved[] = [];
  let otherDocuments = 0;
  for (let start = 0; start < ranked.length && retrieved.length < limit; start += limit) {
    const slice = ranked.slice(start, start + limit);
    const passages = await readTexts(ports, byId, slice);
    for (const { unitId, ordinal, score, byWords, parts } of slice) {
      const passage = passages.get(`${unitId}:${ordinal}`);
      const unit = byId.get(unitId);
      if (!passage || !unit || retrieved.length >= limit) continue;
      const fileId = documentOf(unit, passage.sourceId);
      if (!documents.has(fileId) && documents.size >= maxDocuments) {
        otherDocuments++;
        continue;
      }
      documents.add(fileId);
      const { text, sectionTitle } = passage;
      retrieved.push({ unitId, ordinal, text, score, byWords, fileId, sectionTitle, parts });
    }
  }
  return { passages: retrieved, ranking, meaning: sought.standing, otherDocuments };
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

import type { answer } from '#contract/operations/answers.ts';
import type { AnswerInput } from '#contract/operations/operation.ts';
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
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import type {
  RequestedUnit,
  SemanticSearchResult,
  SemanticSearchStatus,
} from '#gateway/modules/embeddings/services/semantic-search.ts';
import type { SearchableUnit, StoredPassage } from '#gateway/modules/units/model.ts';
import type { SegmentCache } from './segment-cache.ts';

/** A retrieved passage with its source. `fileId`: the stored path, or the address of a URL source. */
export interface RetrievedPassage {
  unitId: number;
  ordinal: number;
  text: string;
  score: number;
  fileId: string;
  /** Date of its text, see `Source`; null where unknown. */
  readOn: Date | null;
  sectionTitle: string;
  /** The score by words alone, which decides whether a passage may be quoted. */
  lexicalScore: number;
  /** The parts that `score` is made of. */
  parts: RankingParts;
}

/** Retrieved passages, with the ranking behind them for explanations. */
export interface Retrieval {
  passages: RetrievedPassage[];
  ranking: Ranking;
  /** Status of the search by meaning; null where the bot has no embeddings server. */
  semantic: SemanticSearchStatus | null;
  /** Ranked passages left out because their documents exceed the limit of documents. */
  otherDocuments: number;
}

/** Opened units; titles of units that must be indexed again first; damaged units among the latter. */
export interface OpenedUnits {
  units: { unit: SearchableUnit; segment: Segment }[];
  unreadable: string[];
  damaged: SearchableUnit[];
}

/** Passages to rank: more than any answer shows, so that few documents can fill the list. */
const MAX_RANKED_PASSAGES = 100;

export async function openUnits(
  segments: SegmentCache,
  units: readonly SearchableUnit[],
): Promise<OpenedUnits> {
  const opened: OpenedUnits = { units: [], unreadable: [], damaged: [] };
  const openedSegments = await segments.open(units);
  for (const [index, unit] of units.entries()) {
    const segment = openedSegments[index];
    if (segment === 'damaged') opened.damaged.push(unit);
    if (segment && segment !== 'damaged') opened.units.push({ unit, segment });
    else opened.unreadable.push(unit.title);
  }
  return opened;
}

/** Ranks passages by words alone. Words are loaded for the candidates alone, between matching and ranking. */
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

/** Limits and inputs of a retrieval. */
interface RetrievalOptions {
  limit: number;
  maxDocuments: number;
  synonyms: Synonyms;
  /** Scores the passages of these units by meaning. */
  searchSemantically: (units: readonly RequestedUnit[]) => Promise<SemanticSearchResult>;
}

/**
 * `retrieve` over the units whose segments are fully readable: a unit that is damaged, or was removed a moment ago, is
 * skipped and named in `unreadable`.
 */
export async function retrieveReadable(
  ports: Pick<Ports, 'index' | 'units'>,
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
    for (const openedUnit of units)
      if (await canRank(segments, openedUnit, question, options)) intact.units.push(openedUnit);
      else intact.unreadable.push(openedUnit.unit.title);
    const lost = units.filter((openedUnit) => !intact.units.includes(openedUnit)).map(({ unit }) => unit);
    if (lost.length === 0) throw error;
    intact.damaged.push(...(await withoutRemoved(ports, lost)));
    return { ...intact, retrieval: await retrieve(ports, segments, intact.units, question, options) };
  }
}

/** Units whose segments are still in the database: only damage explains why these are unreadable. */
async function withoutRemoved(
  { index }: Pick<Ports, 'index'>,
  units: readonly SearchableUnit[],
): Promise<SearchableUnit[]> {
  const keys = units.flatMap(({ botId, id: unitId, generation }) =>
    generation === null ? [] : [{ botId, unitId, generation }],
  );
  const current = await index.filterCurrent(keys);
  return units.filter(({ id, generation }) =>
    current.some((key) => key.unitId === id && key.generation === generation),
  );
}

async function canRank(
  segments: SegmentCache,
  openedUnit: OpenedUnits['units'][number],
  question: string,
  { synonyms }: RetrievalOptions,
): Promise<boolean> {
  try {
    await rankOpenUnits(segments, [openedUnit], question, { limit: MAX_RANKED_PASSAGES, synonyms });
    return true;
  } catch (error) {
    if (error instanceof SegmentMismatchError) return false;
    throw error;
  }
}

/**
 * The best passages of these units, best first: at most `limit` passages out of at most `maxDocuments` documents. Texts
 * are read in slices, since the first slice is mostly enough.
 */
export async function retrieve(
  ports: Pick<Ports, 'index' | 'units'>,
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
    const sources = [...passages.values()].map(({ sourceId }) => sourceId);
    const bySource = await ports.units.documentsOf(opened[0]?.unit.botId ?? 0, sources);
    for (const { unitId, ordinal, score, lexicalScore, parts } of slice) {
      const passage = passages.get(`${unitId}:${ordinal}`);
      const unit = byId.get(unitId);
      if (!passage || !unit || retrieved.length >= limit) continue;
      const source = bySource.get(passage.sourceId);
      const fileId = source?.fileId ?? `${unitId}/${passage.sourceId}`;
      if (!documents.has(fileId) && documents.size >= maxDocuments) {
        otherDocuments++;
        continue;
      }
      documents.add(fileId);
      const { text, sectionTitle } = passage;
      const readOn = source?.readOn ?? null;
      retrieved.push({ unitId, ordinal, text, score, lexicalScore, fileId, readOn, sectionTitle, parts });
    }
  }
  return { passages: retrieved, ranking, semantic: semantic.status, otherDocuments };
}

async function readTexts(
  ports: Pick<Ports, 'index'>,
  units: ReadonlyMap<number, SearchableUnit>,
  ranked: readonly { unitId: number; ordinal: number }[],
): Promise<Map<string, StoredPassage>> {
  const texts = new Map<string, StoredPassage>();
  for (const [unitId, ofUnit] of Map.groupBy(ranked, (passage) => passage.unitId)) {
    const unit = units.get(unitId);
    if (!unit || unit.generation === null) continue;
    const ordinals = ofUnit.map(({ ordinal }) => ordinal);
    const passages = await ports.index.readPassages(unit.botId, unitId, unit.generation, ordinals);
    for (const passage of passages) texts.set(`${unitId}:${passage.ordinal}`, passage);
  }
  return texts;
}

type DocumentView = AnswerInput<typeof answer>['retrieved_documents'][number];

/** A passage as shown in answers and explanations. */
export function documentView({ text, score, fileId, sectionTitle }: RetrievedPassage): DocumentView {
  return { text, score, metadata: { file_id: fileId, 'Section Title': sectionTitle } };
}

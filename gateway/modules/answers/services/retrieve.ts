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
import { SegmentMismatchError } from '#gateway/engine/segments/segment.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import type {
  RequestedUnit,
  SemanticSearchResult,
  SemanticSearchStatus,
} from '#gateway/modules/embeddings/services/semantic-search.ts';
import type { SearchableUnit, SourceDocument, StoredPassage } from '#gateway/modules/units/model.ts';
import { createRepeatFinder } from './find-repeats.ts';
import { createSearchedUnits, type OpenedUnits, type SearchedUnits, sortReadable } from './searched-units.ts';
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

/** Passages to rank: more than any answer shows, so that few documents can fill the list. */
const MAX_RANKED_PASSAGES = 100;

export async function openUnits(
  segments: SegmentCache,
  units: readonly SearchableUnit[],
): Promise<OpenedUnits> {
  const { readable, unreadable, damaged } = sortReadable(units, await segments.open(units));
  return { units: createSearchedUnits(readable), unreadable, damaged };
}

/** Ranks passages by words alone. Words are loaded for the candidates alone, between matching and ranking. */
export async function rankUnits(
  segments: SegmentCache,
  units: SearchedUnits,
  question: string,
  options: { limit: number; synonyms?: Synonyms },
): Promise<RankedPassage[]> {
  return (await rankOpenUnits(segments, units, question, options)).passages;
}

async function rankOpenUnits(
  segments: SegmentCache,
  units: SearchedUnits,
  question: string,
  {
    limit,
    synonyms = [],
    semantic = null,
  }: { limit: number; synonyms?: Synonyms; semantic?: SemanticScores | null },
): Promise<Ranking> {
  const matched = matchCandidates(question, units.corpus, { synonyms, semantic });
  const ordinalsByPlace = Map.groupBy(matched.candidates, ({ segment }) => segment);
  await units.open(ordinalsByPlace.keys());
  await segments.loadWords(
    Array.from(ordinalsByPlace).flatMap(([place, candidates]) => {
      const segment = units.segmentAt(place);
      return segment ? [{ segment, ordinals: candidates.map(({ ordinal }) => ordinal) }] : [];
    }),
  );
  return rerankCandidates(matched, {
    limit,
    unitAt: (place) => {
      const segment = units.segmentAt(place);
      return segment && { unitId: units.list[place]?.id ?? 0, segment };
    },
  });
}

/** Limits and inputs of a retrieval. */
interface RetrievalOptions {
  limit: number;
  maxDocuments: number;
  synonyms: Synonyms;
  /** Scores the passages of these units by meaning. */
  searchSemantically: (units: () => RequestedUnit[]) => Promise<SemanticSearchResult>;
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
    const intact: SearchableUnit[] = [];
    const lost: SearchableUnit[] = [];
    for (const unit of units.list)
      ((await canRank(segments, unit, question, options)) ? intact : lost).push(unit);
    if (lost.length === 0) throw error;
    const reopened = await openUnits(segments, intact);
    return {
      units: reopened.units,
      unreadable: [...unreadable, ...lost.map(({ title }) => title), ...reopened.unreadable],
      damaged: [...damaged, ...(await withoutRemoved(ports, lost)), ...reopened.damaged],
      retrieval: await retrieve(ports, segments, reopened.units, question, options),
    };
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
  unit: SearchableUnit,
  question: string,
  { synonyms }: RetrievalOptions,
): Promise<boolean> {
  try {
    const { units } = await openUnits(segments, [unit]);
    await rankOpenUnits(segments, units, question, { limit: MAX_RANKED_PASSAGES, synonyms });
    return units.list.length > 0;
  } catch (error) {
    if (error instanceof SegmentMismatchError) return false;
    throw error;
  }
}

/**
 * The best passages of these units, best first: at most `limit` different texts out of at most `maxDocuments` documents. Texts
 * are read in slices, since the first slice is mostly enough.
 */
export async function retrieve(
  ports: Pick<Ports, 'index' | 'units'>,
  segments: SegmentCache,
  units: SearchedUnits,
  question: string,
  { limit, maxDocuments, synonyms, searchSemantically }: RetrievalOptions,
): Promise<Retrieval> {
  const semantic = await searchSemantically(() => requestUnits(units));
  const { scores } = semantic;
  const ranking = await rankOpenUnits(segments, units, question, {
    limit: MAX_RANKED_PASSAGES,
    synonyms,
    semantic: scores,
  });
  const ranked = ranking.passages;
  const repeats = createRepeatFinder(units, ranked);
  const stored = new Map<RankedPassage, DocumentPassage>();
  const documents = new Set<string>();
  const retrieved: RetrievedPassage[] = [];
  let otherDocuments = 0;
  for (let start = 0; start < ranked.length && retrieved.length < limit; start += limit) {
    const slice = ranked.slice(start, start + limit);
    await readDocuments(ports, units, repeats.neededFor(slice), stored);
    for (const best of slice) {
      if (retrieved.length >= limit) break;
      const passage = repeats.choose(best, (other) => stored.get(other));
      const document = passage && stored.get(passage);
      if (!document) continue;
      const { unitId, ordinal } = passage;
      const { text, sectionTitle, readOn } = document;
      const fileId = document.fileId ?? `${unitId}/${document.sourceId}`;
      // The same text has the same words and letters: the better rank is that of both.
      const { score, lexicalScore, parts } = best;
      if (!documents.has(fileId) && documents.size >= maxDocuments) {
        otherDocuments++;
        continue;
      }
      documents.add(fileId);
      retrieved.push({ unitId, ordinal, text, score, lexicalScore, fileId, readOn, sectionTitle, parts });
    }
  }
  return { passages: retrieved, ranking, semantic: semantic.status, otherDocuments };
}

/** Units as they are searched by meaning. */
const requestUnits = ({ list, corpus: { starts } }: SearchedUnits): RequestedUnit[] =>
  list.map(({ id, generation }, place) => ({
    id,
    generation,
    passages: (starts[place + 1] ?? 0) - (starts[place] ?? 0),
  }));

type DocumentPassage = StoredPassage & SourceDocument;

/** Adds ranked passages with their texts and documents, each once; passages that are gone are left out. */
async function readDocuments(
  ports: Pick<Ports, 'index' | 'units'>,
  units: SearchedUnits,
  ranked: readonly RankedPassage[],
  into: Map<RankedPassage, DocumentPassage>,
): Promise<void> {
  const missing = ranked.filter((passage) => !into.has(passage));
  const passages = await readTexts(ports, units, missing);
  const sources = [...passages.values()].map(({ sourceId }) => sourceId);
  const bySource = await ports.units.documentsOf(units.list[0]?.botId ?? 0, sources);
  for (const passage of missing) {
    const text = passages.get(`${passage.unitId}:${passage.ordinal}`);
    const { fileId = null, readOn = null } = bySource.get(text?.sourceId ?? 0) ?? {};
    if (text) into.set(passage, { ...text, fileId, readOn });
  }
}

async function readTexts(
  ports: Pick<Ports, 'index'>,
  units: SearchedUnits,
  ranked: readonly { unitId: number; ordinal: number }[],
): Promise<Map<string, StoredPassage>> {
  const texts = new Map<string, StoredPassage>();
  for (const [unitId, ofUnit] of Map.groupBy(ranked, (passage) => passage.unitId)) {
    const unit = units.list[units.placeOf(unitId)];
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

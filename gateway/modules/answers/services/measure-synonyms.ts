import { GatewayFault } from '#gateway/core/errors.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord, isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import type { Synonyms } from '#gateway/engine/question/alternatives/alternative.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { countPassages } from '#gateway/engine/ranking/count-passages.ts';
import type { RankedPassage } from '#gateway/engine/ranking/rank.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import { checkGroup } from '#gateway/engine/synonyms/check-group.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import { openUnits, rankUnits } from '#gateway/modules/answers/services/retrieve.ts';
import type { SearchPlace } from '#gateway/modules/answers/services/search-queue.ts';
import { openAll, type SearchedUnits } from '#gateway/modules/answers/services/searched-units.ts';
import type { SegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import type { SynonymLimits } from '#gateway/modules/synonyms/services/manage-synonyms.ts';

/** The group under edit, in place of the saved group of `groupId`, and the questions to compare. */
interface MeasureOptions {
  botId: number;
  expressions: readonly string[];
  groupId: number | undefined;
  questions: readonly string[];
}

/** A passage of one ranking; `otherRank`: its rank in the other ranking, from 1, null outside the first 100. */
interface MovedPassage {
  unitId: number;
  title: string;
  ordinal: number;
  sectionTitle: string;
  text: string;
  score: number;
  otherRank: number | null;
}

/** Passages shown, passages ranked, and characters shown of each passage. */
const SHOWN_PASSAGES = 5;
const RANKED_PASSAGES = 100;
const SHOWN_CHARACTERS = 240;

/** Where the expressions occur, and what each question retrieves without and with the group. Charges no ledger. */
export async function measureSynonyms(
  ports: Pick<Ports, 'index' | 'synonyms' | 'units'>,
  { segments, place }: { segments: SegmentCache; place: SearchPlace },
  { botId, expressions, groupId, questions }: MeasureOptions,
  { maxWords }: SynonymLimits,
) {
  const checked = checkGroup(expressions, { maxWords });
  if ('code' in checked)
    throw new GatewayFault(checked.code, checked.words, { field: `expressions[${checked.index}]` });
  const searchable = await ports.units.listSearchable(botId);
  const { groups } = await ports.synonyms.all(botId);
  const without = groups.filter(({ id }) => id !== groupId).map((group) => group.expressions);
  const { units, use } = await place.run(async () => {
    const { units } = await openUnits(segments, searchable);
    return { units, use: describeUse(expressions, checked.keys, await openAll(units)) };
  });
  const compare = createComparison(ports, segments, units, { without, group: expressions });
  const effects = [];
  // One turn in the search queue for each question, so that other questions come in between.
  for (const question of questions) effects.push(await place.run(() => compare(question)));
  return {
    units: units.list.length,
    passages: units.corpus.passageCount,
    expressions: use,
    questions: effects,
  };
}

function describeUse(expressions: readonly string[], keys: readonly string[], segments: readonly Segment[]) {
  const words = keys.map((key) => key.split(' '));
  const stems = words.map((wordsOfKey) =>
    wordsOfKey
      .filter((word) => !isStopWord(word))
      .map((word) => stemWord(word))
      .join(' '),
  );
  return expressions.map((expression, index) => {
    const counts = countPassages(words[index] ?? [], segments);
    const isSearchable = !(words[index] ?? []).every((word) => isStopWordOfQuestion(word));
    const first = stems.indexOf(stems[index] ?? '');
    return {
      expression,
      passages: counts.passages,
      units: counts.segments,
      searchable: isSearchable,
      duplicateOf: isSearchable && first < index ? first : null,
    };
  });
}

function createComparison(
  ports: Pick<Ports, 'index'>,
  segments: SegmentCache,
  units: SearchedUnits,
  { without, group }: { without: Synonyms; group: readonly string[] },
) {
  const withGroup: Synonyms = [...without, group];
  return async (question: string) => {
    const before = await rankUnits(segments, units, question, { limit: RANKED_PASSAGES, synonyms: without });
    const after = await rankUnits(segments, units, question, { limit: RANKED_PASSAGES, synonyms: withGroup });
    const { terms } = analyseQuestion(question, { synonyms: [group] });
    return {
      question,
      uses: terms.some(({ alternatives }) => alternatives.some(({ origin }) => origin === 'synonym')),
      before: await describe(ports, units, before, after),
      after: await describe(ports, units, after, before),
    };
  };
}

const nameOf = ({ unitId, ordinal }: { unitId: number; ordinal: number }) => `${unitId}:${ordinal}`;

async function describe(
  ports: Pick<Ports, 'index'>,
  units: SearchedUnits,
  ranked: readonly RankedPassage[],
  other: readonly RankedPassage[],
): Promise<MovedPassage[]> {
  const places = new Map(other.map((passage, index) => [nameOf(passage), index + 1] as const));
  const described: MovedPassage[] = [];
  for (const passage of ranked.slice(0, SHOWN_PASSAGES)) {
    const { unitId, ordinal, score } = passage;
    const unit = units.list[units.placeOf(unitId)];
    if (!unit || unit.generation === null) continue;
    const [stored] = await ports.index.readPassages(unit.botId, unitId, unit.generation, [ordinal]);
    if (!stored) continue;
    described.push({
      unitId,
      title: unit.title,
      ordinal,
      sectionTitle: stored.sectionTitle,
      text: clip(stored.text),
      score,
      otherRank: places.get(nameOf(passage)) ?? null,
    });
  }
  return described;
}

function clip(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed().trimEnd()}…`;
}

import type { Chore } from '#gateway/core/chore.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { keyStatements } from '#gateway/engine/contradictions/key-statements.ts';
import {
  type PlacedStatement,
  pairStatements,
  type StatementPair,
} from '#gateway/engine/contradictions/pair-statements.ts';
import {
  createStatementIndex,
  hashText,
  type StatementPlace,
} from '#gateway/engine/contradictions/statement-index.ts';
import type { FoundContradiction, StoredStatement } from '#gateway/modules/contradictions/model.ts';
import type { Ports } from '#gateway/modules/contradictions/ports/ports.ts';
import type { SearchableUnit, StoredPassage } from '#gateway/modules/units/model.ts';

type ComparisonPorts = Pick<Ports, 'bots' | 'units' | 'index' | 'contradictions'>;

/** Some 20 ms of work, between which everything else of the process goes on. */
const PASSAGES_PER_SLICE = 200;
/** Passages in a turn of this chore; then others have theirs. */
const PASSAGES_PER_TURN = 2_000;
/** Between two comparisons of a bot, and more for many passages: some fiftieth of the time is spent on it. */
const MIN_REST_MS = 60_000;
const REST_MS_PER_PASSAGE = 4;
/** Dismissed ones included. */
const MAX_FOUND = 2000;

/**
 * Compares the knowledge of bots that changed, a bounded number of passages a turn. What a turn has read is kept in memory:
 * a process that ends begins again.
 */
export function createComparison(ports: ComparisonPorts): Chore {
  let comparison: AsyncGenerator<number, number> | undefined;
  return async (now) => {
    if (!comparison) {
      const bots = (await ports.bots.all()).filter(({ archivedOn, deletedOn }) => !archivedOn && !deletedOn);
      const state = await ports.contradictions.due(
        bots.map(({ id }) => id),
        now,
      );
      if (!state) return { count: 0 };
      comparison = compareKnowledge(ports, state, now);
    }
    for (let passages = 0; passages < PASSAGES_PER_TURN; ) {
      const step = await comparison.next().catch((error: unknown) => {
        comparison = undefined;
        throw error;
      });
      if (step.done !== true) {
        passages += step.value;
        await yieldToEventLoop();
        continue;
      }
      comparison = undefined;
      return { count: step.value, isMore: true };
    }
    return { count: 0, isMore: true };
  };
}

/** Yields how many passages were read since the last yield; returns how many contradictions are new. */
async function* compareKnowledge(
  ports: ComparisonPorts,
  state: { botId: number; number: number },
  now: Date,
): AsyncGenerator<number, number> {
  const { botId } = state;
  // The newest first: what does not fit is of the oldest.
  const units = (await ports.units.listSearchable(botId)).toReversed();
  const index = createStatementIndex();
  let total = 0;
  for (const [unit, searchable] of units.entries())
    for (let from = 0, isMore = true; isMore; from += PASSAGES_PER_SLICE) {
      const ordinals = Array.from({ length: PASSAGES_PER_SLICE }, (_, place) => from + place);
      const passages = await readPassages(ports, searchable, ordinals);
      for (const { ordinal, text } of passages)
        for (const { key, values } of keyStatements(text)) index.add(key, values, { unit, ordinal });
      total += passages.length;
      isMore = passages.length === PASSAGES_PER_SLICE;
      yield passages.length;
    }
  const contradictions = new Map<string, FoundContradiction>();
  for (const groups of index.conflicts()) {
    const statements = await readStatements(ports, botId, units, groups.flat());
    for (const group of Map.groupBy(statements, ({ key }) => key).values())
      for (const pair of pairStatements(group)) {
        const contradiction = toFound(pair);
        if (contradictions.size < MAX_FOUND) contradictions.set(contradiction.identity, contradiction);
      }
    yield statements.length;
  }
  const newestFirst = [...contradictions.values()].sort(
    (a, b) => (b.newer.readOn ?? 0) - (a.newer.readOn ?? 0),
  );
  const next = new Date(now.getTime() + Math.max(MIN_REST_MS, total * REST_MS_PER_PASSAGE));
  return ports.contradictions.replace(state, newestFirst, { now, next });
}

const readPassages = (
  { index }: Pick<Ports, 'index'>,
  { botId, id, generation }: SearchableUnit,
  ordinals: number[],
): Promise<StoredPassage[]> =>
  generation === null ? Promise.resolve([]) : index.readPassages(botId, id, generation, ordinals);

/** All statements of the passages at these places. */
async function readStatements(
  ports: ComparisonPorts,
  botId: number,
  units: readonly SearchableUnit[],
  places: readonly StatementPlace[],
): Promise<PlacedStatement[]> {
  const statements: PlacedStatement[] = [];
  for (const [place, ofUnit] of Map.groupBy(places, ({ unit }) => unit)) {
    const unit = units[place];
    if (!unit) continue;
    const passages = await readPassages(ports, unit, [...new Set(ofUnit.map(({ ordinal }) => ordinal))]);
    const documents = await ports.units.documentsOf(
      botId,
      passages.map(({ sourceId }) => sourceId),
    );
    for (const { ordinal, sectionTitle, sourceId, text } of passages) {
      const readOn = documents.get(sourceId)?.readOn?.getTime() ?? null;
      const about = { unitId: unit.id, unitTitle: unit.title, sectionTitle, ordinal, sourceId, readOn };
      for (const statement of keyStatements(text)) statements.push({ ...statement, ...about });
    }
  }
  return statements;
}

function toFound({ newer, older }: StatementPair): FoundContradiction {
  const sides = [newer, older].map(
    ({ unitId, sectionTitle, quote }) => `${unitId}:${hashText(`${sectionTitle}\n${quote}`)}`,
  );
  return { identity: sides.sort().join(' '), newer: toStored(newer), older: toStored(older) };
}

const toStored = ({
  unitId,
  sourceId,
  ordinal,
  sectionTitle,
  quote,
  readOn,
}: PlacedStatement): StoredStatement => ({
  unitId,
  sourceId,
  ordinal,
  section: sectionTitle,
  quote,
  readOn,
});

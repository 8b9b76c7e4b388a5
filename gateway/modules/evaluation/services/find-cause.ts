import type { AskedUnit, Cause, ChangeKind, TestAnswer } from '#gateway/modules/evaluation/model.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';

/** Titles of units by id. */
type Units = ReadonlyMap<number, string>;

/** Units that a test names where no changed unit owns a passage that its answer gained or lost. */
const MAX_NAMED_UNITS = 10;

export const toAskedUnits = (units: readonly SearchableUnit[]): AskedUnit[] =>
  units.map(({ id, generation, title }) => [id, generation ?? 0, title]);

/** Units that are new, gone, renamed or of another text. Of a gone unit the title that it had. */
export function changedUnits(before: readonly AskedUnit[], after: readonly AskedUnit[]): Units {
  const earlier = new Map(before.map((unit) => [unit[0], unit]));
  const later = new Set(after.map(([id]) => id));
  const isChanged = ([id, generation, title]: AskedUnit): boolean => {
    const unit = earlier.get(id);
    return unit === undefined || unit[1] !== generation || unit[2] !== title;
  };
  const gone = before.filter(([id]) => !later.has(id));
  return new Map([...after.filter(isChanged), ...gone].map(([id, , title]) => [id, title]));
}

/** Because of which changed units an answer is another: those that own a passage gained or lost, else any of them. */
export function findCause(
  evaluationId: number,
  before: TestAnswer['passages'],
  after: TestAnswer['passages'],
  units: Units,
): Cause {
  const owners = movedOwners(before, after);
  const named = [...units].map(([id, title]) => ({ id, title }));
  const direct = named.filter(({ id }) => owners.has(id));
  if (direct.length > 0) return { evaluationId, direct: true, units: direct, more: 0 };
  const more = Math.max(0, named.length - MAX_NAMED_UNITS);
  return { evaluationId, direct: false, units: named.slice(0, MAX_NAMED_UNITS), more };
}

function movedOwners(before: TestAnswer['passages'], after: TestAnswer['passages']): Set<number> {
  const keyOf = ([unitId, hash]: [number, string]) => `${unitId} ${hash}`;
  const [earlier, later] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const lost = before.filter((passage) => !later.has(keyOf(passage)));
  const gained = after.filter((passage) => !earlier.has(keyOf(passage)));
  return new Set([...lost, ...gained].map(([unitId]) => unitId));
}

/** How an answer differs from the one before; undefined where it does not. */
export function kindOfChange(
  before: Pick<TestAnswer, 'outcome' | 'fingerprint'>,
  after: Pick<TestAnswer, 'outcome' | 'fingerprint'>,
): ChangeKind | undefined {
  if (before.outcome === after.outcome)
    return before.fingerprint === after.fingerprint ? undefined : 'changed';
  if (before.outcome === 'passes') return 'lost';
  return after.outcome === 'passes' ? 'gained' : 'changed';
}

import type { ByteBudget } from '#gateway/core/byte-budget.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { type MergedPostings, mergeInSteps, mergePostings } from '#gateway/engine/segments/merge-postings.ts';
import type { OpenPostings } from '#gateway/engine/segments/open-postings.ts';
import { SegmentMismatchError } from '#gateway/engine/segments/segment.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';

/** Units of a bot whose postings are merged, in the order of their merging. */
export interface MergedGroup {
  botId: number;
  members: readonly { id: number; generation: number; totalLength: number }[];
  postings: MergedPostings;
}

/** How a list of units is covered by merged groups. */
export interface Coverage {
  list: readonly SearchableUnit[];
  groups: readonly MergedGroup[];
  /** By unit of the list: its group, by place among `groups`, and its place there; -1 for a unit that is searched alone. */
  groupOf: Int32Array;
  memberOf: Int32Array;
  /** By group, the passages of its units that are in the list. */
  live: readonly number[];
  /** Units that are searched alone, in order. */
  alone: readonly SearchableUnit[];
}

/** Merged postings of bots with many units, kept within the memory of caches. */
export interface MergedSegments {
  /** Covers all searchable units of a bot, in the order of their ids; merges what has gathered since the last call. */
  cover(units: readonly SearchableUnit[]): Promise<Coverage>;
  /** Bytes in memory. */
  size(): number;
}

/** Units that gather before they are merged: so many look-ups in a row cost little. */
const MIN_MERGED_UNITS = 32;
/** A unit with more passages is searched alone: a look-up costs little beside its postings. */
const MAX_UNIT_PASSAGES = 256;
/** Passages of a group: some 0.2 s to merge, in steps. A group with less than half of it is merged again. */
const GROUP_PASSAGES = 4_096;
/** Units whose postings are read at a time. */
const UNITS_PER_READ = 500;
/** Share of the memory that the groups of one bot may take; where they would take more, none is mergedGroups. */
const MAX_SHARE = 0.5;
/** A bot that was too large is tried again when so large a share of its units is left. */
const RETRY_SHARE = 0.9;
/** What a group keeps of a member beside its postings. */
const MEMBER_BYTES = 100;
/** What a coverage keeps of a unit. */
const COVERED_UNIT_BYTES = 200;

interface BotGroups {
  groups: Set<MergedGroup>;
  /** Generations that are not merged, by unit: large, empty, unreadable, or the only unit of its language. */
  alone: Map<number, number>;
  /** Units that the bot had when its groups were too large; 0: never. */
  tooLarge: number;
  merging?: Promise<void>;
}

/** Postings of units in their order, undefined where they cannot be read. */
type ReadPostings = (units: readonly SearchableUnit[]) => Promise<(OpenPostings | undefined)[]>;

/** Groups never change: a unit that has changed is searched alone until it is merged with others. */
export function createMergedSegments(readPostings: ReadPostings, memory: ByteBudget): MergedSegments {
  const bots = new Map<number, BotGroups>();
  const coverages = memory.createCache<number, Coverage>(
    ({ list, groups }) =>
      COVERED_UNIT_BYTES * list.length +
      groups.reduce((sum, { postings }) => sum + 4 * postings.passageCount, 0),
  );
  const cache = memory.createCache<MergedGroup, MergedGroup>(
    bytesOf,
    (group) => void bots.get(group.botId)?.groups.delete(group),
  );
  const botOf = (botId: number): BotGroups => {
    let bot = bots.get(botId);
    if (!bot) bots.set(botId, (bot = { groups: new Set(), alone: new Map(), tooLarge: 0 }));
    return bot;
  };
  const merge = async (bot: BotGroups, { units, replaced }: DueUnits, unitCount: number) => {
    let limit = memory.limit * MAX_SHARE;
    for (const group of bot.groups) if (!replaced.includes(group)) limit -= bytesOf(group);
    const merged = await mergeUnits(units, readPostings, limit);
    for (const group of merged ? replaced : bot.groups) cache.delete(group);
    if (!merged) bot.tooLarge = unitCount;
    for (const { id, generation } of merged?.alone ?? []) bot.alone.set(id, generation ?? 0);
    for (const group of merged?.groups ?? []) {
      bot.groups.add(group);
      cache.set(group, group);
    }
  };

  const cover = async (units: readonly SearchableUnit[]): Promise<Coverage> => {
    const botId = units[0]?.botId ?? 0;
    const bot = botOf(botId);
    while (bot.merging) await bot.merging.catch(() => {});
    const existing = coverages.get(botId);
    if (existing?.list === units && existing.groups.every((group) => cache.get(group) !== undefined))
      return existing;
    let coverage = coverUnits(units, bot.groups);
    for (const [index, group] of coverage.groups.entries())
      if (coverage.live[index] === 0) cache.delete(group);
    if (units.length < bot.tooLarge * RETRY_SHARE) bot.tooLarge = 0;
    const due = bot.tooLarge > 0 ? undefined : findDue(bot, coverage);
    if (due) {
      bot.merging = merge(bot, due, units.length).finally(() => delete bot.merging);
      await bot.merging;
    }
    if (coverage.groups.length !== bot.groups.size || due) coverage = coverUnits(units, bot.groups);
    coverages.set(botId, coverage);
    return coverage;
  };
  return { cover, size: () => cache.size() + coverages.size() };
}

const bytesOf = ({ members, postings }: MergedGroup): number =>
  postings.byteLength + MEMBER_BYTES * members.length;

/** A renamed unit is searched under its new title, which its postings do not have. */
const isRenamed = ({ title, indexedTitle }: SearchableUnit): boolean =>
  typeof indexedTitle === 'string' && title !== indexedTitle;

function coverUnits(list: readonly SearchableUnit[], all: ReadonlySet<MergedGroup>): Coverage {
  const groups = [...all];
  const places = new Map<number, { group: number; member: number; generation: number }>();
  for (const [group, { members }] of groups.entries())
    for (const [member, { id, generation }] of members.entries()) {
      // A unit that changed may still be in an older group, too.
      const other = places.get(id);
      if (!other || other.generation < generation) places.set(id, { group, member, generation });
    }
  const groupOf = new Int32Array(list.length).fill(-1);
  const memberOf = new Int32Array(list.length).fill(-1);
  const live = groups.map(() => 0);
  const alone = list.filter((unit, place) => {
    const merged = places.get(unit.id);
    if (!merged || merged.generation !== unit.generation || isRenamed(unit)) return true;
    const { group, member } = merged;
    groupOf[place] = group;
    memberOf[place] = member;
    live[group] = (live[group] ?? 0) + countPassages(groups[group], member);
    return false;
  });
  return { list, groups, groupOf, memberOf, live, alone };
}

/** Passages of a member of a group. */
export function countPassages(group: MergedGroup | undefined, member: number): number {
  const { starts } = group?.postings ?? {};
  return (starts?.[member + 1] ?? 0) - (starts?.[member] ?? 0);
}

interface DueUnits {
  units: readonly SearchableUnit[];
  /** Groups that these units are taken from. */
  replaced: readonly MergedGroup[];
}

/** The units to merge now; undefined while that is not worth it. */
function findDue(bot: BotGroups, { list, groups, groupOf, live, alone }: Coverage): DueUnits | undefined {
  const generations = new Map(alone.map(({ id, generation }) => [id, generation]));
  for (const [id, generation] of bot.alone) if (generations.get(id) !== generation) bot.alone.delete(id);
  const isNew = (unit: SearchableUnit) => !isRenamed(unit) && !bot.alone.has(unit.id);
  const merged = groups.reduce((sum, { postings }) => sum + postings.passageCount, 0);
  const isMostlyDead = 2 * live.reduce((sum, count) => sum + count, 0) < merged;
  if (alone.filter(isNew).length < MIN_MERGED_UNITS && !isMostlyDead) return undefined;
  const isSmall = live.map((count) => 2 * count < GROUP_PASSAGES);
  return {
    units: list.filter((unit, place) => {
      const group = groupOf[place] ?? -1;
      return group < 0 ? isNew(unit) : isSmall[group];
    }),
    replaced: groups.filter((_, group) => isSmall[group]),
  };
}

/** Units of one language that will be a group. */
interface Gatherer {
  passages: number;
  units: { unit: SearchableUnit; postings: OpenPostings }[];
}

/** Merges units into groups that take no more than so many bytes together; undefined where they take more. */
async function mergeUnits(units: readonly SearchableUnit[], readPostings: ReadPostings, limit: number) {
  const gatherers = new Map<StemLanguage, Gatherer>();
  const groups: MergedGroup[] = [];
  const alone: SearchableUnit[] = [];
  let bytes = 0;
  /** Bytes of the new group. */
  const finish = async (gatherer: Gatherer): Promise<number> => {
    const { group, unmerged } = await mergeReadable(gatherer);
    alone.push(...unmerged);
    if (group) groups.push(group);
    return group ? bytesOf(group) : 0;
  };
  for (let start = 0; start < units.length && bytes <= limit; start += UNITS_PER_READ) {
    const slice = units.slice(start, start + UNITS_PER_READ);
    const opened = await readPostings(slice);
    for (const [index, unit] of slice.entries()) {
      const postings = opened[index];
      if (!postings || postings.passageCount === 0 || postings.passageCount > MAX_UNIT_PASSAGES) {
        alone.push(unit);
        continue;
      }
      const { language } = postings;
      const gatherer = gatherers.get(language) ?? { passages: 0, units: [] };
      gatherer.units.push({ unit, postings });
      gatherer.passages += postings.passageCount;
      gatherers.set(language, gatherer);
      if (gatherer.passages < GROUP_PASSAGES) continue;
      gatherers.delete(language);
      bytes += await finish(gatherer);
    }
  }
  for (const gatherer of gatherers.values()) if (bytes <= limit) bytes += await finish(gatherer);
  return bytes <= limit ? { groups, alone } : undefined;
}

/** A group of units, and those that have to stay alone. */
async function mergeReadable({
  units,
}: Pick<Gatherer, 'units'>): Promise<{ group?: MergedGroup; unmerged: SearchableUnit[] }> {
  const [first] = units;
  if (!first || units.length < 2) return { unmerged: units.map(({ unit }) => unit) };
  try {
    const steps = mergeInSteps(units.map((each) => each.postings));
    let step = steps.next();
    for (; !step.done; step = steps.next()) await yieldToEventLoop();
    const postings = step.value;
    const members = units.map(({ unit: { id, generation }, postings: { totalLength } }) => ({
      id,
      generation: generation ?? 0,
      totalLength,
    }));
    return { group: { botId: first.unit.botId, members, postings }, unmerged: [] };
  } catch (error) {
    if (!(error instanceof SegmentMismatchError)) throw error;
    const intact = units.filter(({ postings }) => isIntact(postings));
    if (intact.length === units.length) throw error;
    const { group, unmerged } = await mergeReadable({ units: intact });
    const damaged = units.filter((each) => !intact.includes(each)).map(({ unit }) => unit);
    return { ...(group && { group }), unmerged: [...unmerged, ...damaged] };
  }
}

function isIntact(postings: OpenPostings): boolean {
  try {
    mergePostings([postings]);
    return true;
  } catch (error) {
    if (error instanceof SegmentMismatchError) return false;
    throw error;
  }
}

/** What is true of versions, indexes, sources and readings once nothing is left to be indexed. */
import { isDeepStrictEqual } from 'node:util';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { readText, type VersionWorld } from './version-world.ts';

const BATCH = 20;

/** Indexes all that is queued, and drafts of an earlier engine; how many drafts were queued again after that. */
export async function indexEverything({ gateway }: VersionWorld): Promise<number> {
  const queueDrafts = () => gateway.ports.drafts.queueOutdated(INDEX_VERSION, BATCH);
  await gateway.indexAll();
  await queueDrafts();
  await gateway.indexAll();
  return queueDrafts();
}

/** The rows of the unit, the only one of its gateway. */
export async function readState(world: VersionWorld) {
  const { read } = world.gateway.db;
  const count = read.fn.countAll<number>().as('count');
  const [unit] = await read.selectFrom('unit').selectAll().execute();
  if (!unit) throw new Error('the unit is gone');
  const versions = await read.selectFrom('unit_version').selectAll().orderBy('number').execute();
  const texts = new Map<number, string>();
  for (const { number, generation } of versions)
    if (generation !== null) texts.set(number, await readText(world, generation));
  return {
    unit,
    versions,
    texts,
    jobs: await read.selectFrom('job').selectAll().where('kind', '=', 'index').execute(),
    sources: await read.selectFrom('source').selectAll().orderBy('position').execute(),
    versionSources: await read.selectFrom('version_source').selectAll().orderBy('position').execute(),
    readings: await read.selectFrom('reading').select('id').execute(),
    generations: await read.selectFrom('generation').selectAll().execute(),
    passages: await read.selectFrom('passage').select(['generation', count]).groupBy('generation').execute(),
  };
}

interface RestingState extends Awaited<ReturnType<typeof readState>> {
  /** Drafts that were queued once more after all had been indexed. */
  queuedAgain: number;
  /** Before the last steps, where all of them were to keep the live text; else null. */
  liveText: string | null;
  /** Version that the last step was to make live. */
  publishes: number | undefined;
}

export interface Violation {
  invariant: string;
  actual: unknown;
  expected: unknown;
}

/** The first invariant that the state breaks. */
export function violationOf(world: VersionWorld, state: RestingState): Violation | null {
  for (const [invariant, compare] of Object.entries(INVARIANTS)) {
    const [actual, expected] = compare(state, world);
    if (!isDeepStrictEqual(actual, expected)) return { invariant, actual, expected };
  }
  return null;
}

type Compare = (state: RestingState, world: VersionWorld) => readonly [actual: unknown, expected: unknown];

const INVARIANTS: Record<string, Compare> = {
  'no draft is queued again and again': ({ queuedAgain }) => [queuedAgain, 0],
  'no job of indexing is left': ({ jobs }) => [jobs, []],
  'one version is live, and its index answers': ({ unit, versions }) => [
    versions
      .filter(({ state }) => state === 'live')
      .map(({ number, generation }) => ({ number, generation })),
    [{ number: unit.live_version, generation: unit.generation }],
  ],
  'a draft is the one that its unit names': ({ unit, versions }) => [
    versions.filter(({ state }) => state === 'draft').map(({ number }) => number),
    unit.draft_version === null ? [] : [unit.draft_version],
  ],
  'no version is being made': ({ versions }) => [versions.filter(({ state }) => state === 'building'), []],
  'a version never changes': ({ texts }, world) => {
    const before = new Map([...texts].map(([number, text]) => [number, world.texts.get(number) ?? text]));
    for (const [number, text] of before) world.texts.set(number, text);
    return [texts, before];
  },
  'an index that is kept has a text': ({ texts }) => [[...texts].filter(([, text]) => text === ''), []],
  'an index has the passages that its version counts': ({ versions, passages }) => [
    indexed(versions).map(({ number, generation }) => [
      number,
      passages.find((group) => group.generation === generation)?.count ?? 0,
    ]),
    indexed(versions).map((version) => [version.number, version.passages]),
  ],
  'passages of a version are those of its sources': ({ versions, versionSources }) => [
    versions.map(({ number }) => [
      number,
      versionSources.reduce((sum, source) => sum + (source.number === number ? source.passages : 0), 0),
    ]),
    versions.map((version) => [version.number, version.passages]),
  ],
  // A version that was gone back to shares its index.
  'the indexes of versions are kept, and no others': ({ versions, generations }) => [
    new Set(generations.filter(({ retired_on }) => retired_on === null).map(({ generation }) => generation)),
    new Set(indexed(versions).map(({ generation }) => generation)),
  ],
  'a ready unit has the sources of its live version': ({ unit, sources, versionSources }, world) => {
    if (unit.status !== 'ready') return [null, null];
    const ofLive = versionSources.filter(({ number }) => number === unit.live_version);
    // Where indexing was cancelled, a source without a text may have failed since.
    const isCertain = ({ passages }: { passages: number }) => passages > 0 || !world.wasCancelled;
    return [
      sources.filter(({ passages, status }) => passages > 0 || status === 'ready').map(toSource),
      ofLive.filter(isCertain).map(({ source_id, passages }) => ({ id: source_id, passages, former: 0 })),
    ];
  },
  // Only the text of a source that a cancelled change leaves as a former one counts, not its status.
  'unit and sources are ready or have failed': ({ unit, sources }) => [
    [unit, ...sources.filter(({ former }) => former === 0)].filter(
      ({ status }) => status !== 'ready' && status !== 'failed',
    ),
    [],
  ],
  'the unit says when it was indexed last': ({ unit }) => [unit.settled_on === null, false],
  'what leaves the live text alone keeps it': ({ unit, texts, liveText }) => {
    const text = texts.get(unit.live_version ?? 0);
    return [text, liveText ?? text];
  },
  'what is published is live': ({ unit, publishes }) => [unit.live_version, publishes ?? unit.live_version],
  'readings of versions are kept': ({ versionSources, readings }) => {
    const ids = new Set(readings.map(({ id }) => id));
    return [versionSources.filter(({ reading_id }) => reading_id !== null && !ids.has(reading_id)), []];
  },
};

const indexed = (versions: RestingState['versions']) =>
  versions.filter(({ generation }) => generation !== null);

const toSource = ({ id, passages, former }: RestingState['sources'][number]) => ({ id, passages, former });

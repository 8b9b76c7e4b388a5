/**
 * Two gateways, two indexers, one PostgreSQL and one store, while all of them are killed, cut off and made to misbehave, and
 * two clocks are wrong. What was acknowledged must be there afterwards, nothing twice, and nothing oversold.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { checkTruth, untilQuiet } from '#tests/support/fleet/check-truth.ts';
import { injectFaults, lookAt, startAsSupervisor } from '#tests/support/fleet/faults.ts';
import { createFleetClient } from '#tests/support/fleet/fleet-client.ts';
import { GRANT_STEP, runClient, SCARCE_BOT, SCARCE_UNIT, textFor } from '#tests/support/fleet/load.ts';
import { createRandom } from '#tests/support/fleet/random.ts';
import { skewClock } from '#tests/support/fleet/skew.ts';
import { measureTakeover } from '#tests/support/fleet/takeover.ts';
import { createTruth } from '#tests/support/fleet/truth.ts';
import { watchDatabase } from '#tests/support/fleet/watch.ts';
import { ENDED_BY_ITSELF, FLEET_KEY, type Fleet, type LogLine, startFleet } from '#tests/support/fleet.ts';
import { countOf } from '#tests/support/full-counts.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';

const KILLS = Number(process.env['FIHRIST_TEST_KILLS'] ?? countOf(40, 500));
/** Set FIHRIST_TEST_SEED for another seed. */
const SEED = Number(process.env['FIHRIST_TEST_SEED'] ?? 20261125);
const CLIENTS = 4;
const MAX_UNITS = countOf(30, 80);
/** Of one kill, with the pauses and starts around it, on a machine that does other work too. */
const KILL_MS = 30_000;

let fleet: Fleet | undefined;
// Also before it is tried once more.
afterEach(() => fleet?.close());

test(
  `loses nothing that it acknowledged, over ${KILLS} kills`,
  async ({ skip }) => {
    const skewed = await skipWithout(
      (async () => ({ 'gateway-1': skewClock(30), 'indexer-2': skewClock(-30) }))(),
      skip,
    );
    // Keys that do not work come from many addresses, as a proxy would tell.
    const started = (fleet = await skipWithout(
      startFleet({ of: skewed, settings: { FIHRIST_TRUST_PROXY: '127.0.0.1' } }),
      skip,
    ));
    const all = [...started.gateways, ...started.indexers];
    await Promise.all(all.map((process) => startAsSupervisor(started, process)));
    const origins = started.gateways.map(({ origin }) => origin);
    const client = createFleetClient();
    const truth = createTruth('Bot 1', GRANT_STEP);
    await addScarceBot(origins[0] ?? '');

    const stopping = new AbortController();
    const violations: string[] = [];
    const watching = watchDatabase(started, violations, stopping.signal);
    const working = Array.from({ length: CLIENTS }, (_, worker) =>
      runClient({
        client,
        origins,
        truth,
        random: createRandom(SEED + 1 + worker),
        worker,
        maxUnits: MAX_UNITS,
        signal: stopping.signal,
      }),
    );
    const begun = performance.now();
    const counts = await injectFaults(started, {
      kills: KILLS,
      random: createRandom(SEED),
      onKill: (kind) =>
        process.env['FIHRIST_TEST_VERBOSE'] && report('kill', { kind, at: secondsSince(begun) }),
    });
    // Processes that ended by themselves are reported below, and restarted as a supervisor would.
    for (const process of all) if (!process.isRunning()) await startAsSupervisor(started, process);
    // Whatever was not spent is asked for now that all works.
    await pause(3_000);
    stopping.abort();
    await Promise.all(working);
    const looks = await watching;
    report('faults', {
      seed: SEED,
      seconds: secondsSince(begun),
      ...counts,
      cutMoments: started.proxy.cuts,
      looks,
    });
    report('calls', Object.fromEntries(client.counts));
    report('acknowledged', {
      uploads: truth.uploads.length,
      units: truth.units.length,
      keys: truth.keys.length,
      charges: truth.charges.length,
      changes: truth.changes.length,
      granted: truth.grant.acknowledged,
    });

    const quietFrom = performance.now();
    const open = await untilQuiet(started);
    report('quiet', { seconds: secondsSince(quietFrom), ...open });
    for (const line of started.log)
      if (line.msg === ENDED_BY_ITSELF)
        violations.push(`${line.process} ended by itself: ${JSON.stringify(line)}`);
    report('log', countMessages(started.log));
    // Nobody expects these.
    report(
      'unexpected',
      started.log.filter(({ msg }) => msg === 'call-failed' || msg === 'crashed' || msg === ENDED_BY_ITSELF),
    );
    const problems = [...violations, ...(await checkTruth(started, client, truth))];
    if (problems.length > 0) report('problems', problems);
    expect(problems).toEqual([]);
    expect(open).toEqual({ jobs: 0, reservations: 0, held: 0, intents: 0 });
    // Printed, not judged: a busy machine is slow.
    report('takeover', {
      alertsMs: await measureTakeover(started, 'alerts'),
      sweepMs: await measureTakeover(started, 'sweep'),
      indexingMs: await measureIndexing(started),
    });
    // What the test is about did happen.
    expect(truth.units.length).toBeGreaterThan(5);
    expect(truth.charges.length).toBeGreaterThan(5);
    expect(looks).toBeGreaterThan(10);
  },
  KILLS * KILL_MS + 400_000,
);

/** A bot with a quota that is nearly spent, and a unit to ask. */
async function addScarceBot(origin: string): Promise<void> {
  const id = await createPlainClient(origin, FLEET_KEY).createBot({
    name: 'بوت الحصة',
    quotas: { text: GRANT_STEP },
  });
  expect(id).toBe(SCARCE_BOT);
  const client = createPlainClient(origin, FLEET_KEY, id);
  const file = await client.upload('دليل.txt', new Blob([textFor(SCARCE_UNIT, 5)]));
  const unit = await client.register(SCARCE_UNIT, file);
  await expect.poll(async () => (await client.states([unit]))[0]?.status).toBe('ready');
}

/** Kills an indexer in the middle of a long document; the milliseconds until the unit is ready, by the other. */
async function measureIndexing(fleet: Fleet): Promise<number> {
  const client = createPlainClient(fleet.gateways[0]?.origin ?? '', FLEET_KEY);
  const file = await client.upload('طويل.txt', new Blob([textFor('طويل', 20_000)]));
  const unit = await client.register('دليل طويل', file);
  const status = async () => (await client.states([unit]))[0]?.status;
  await expect.poll(status).not.toBe('waiting');
  const [holder] =
    (await lookAt<{ name: string }>(
      fleet,
      `select p.name from job j join process p on p.id = j.lease_owner
        where j.bot_id = 1 and j.kind = 'index' and j.subject = $1`,
      [String(unit)],
    )) ?? [];
  await fleet.indexers.find(({ name }) => name === holder?.name)?.end('SIGKILL');
  const begun = performance.now();
  await expect.poll(status).toBe('ready');
  return Math.round(performance.now() - begun);
}

/** Warnings and errors by message. */
function countMessages(log: readonly LogLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of log) {
    if (Number(line.level) < 40) continue;
    const what = `${line.msg} ${line.code ?? line.message ?? ''}`.trim().slice(0, 100);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 100) / 10;
const report = (what: string, facts: object): void => console.log(`fleet ${what}: ${JSON.stringify(facts)}`);

/** Compares what a fleet holds with what it acknowledged, once all is quiet. */
import { setTimeout as pause } from 'node:timers/promises';
import { FLEET_KEY, type Fleet } from '#tests/support/fleet.ts';
import { lookAt } from './faults.ts';
import type { FleetCall, FleetClient, Outcome } from './fleet-client.ts';
import { checkKey, codeOf, hashOf, print, responseOf, SCARCE_BOT } from './load.ts';
import type { Truth } from './truth.ts';

/** Longer than a store is waited for, a dead process is believed to live, and tidying rests, one after the other. */
const QUIET_TIMEOUT_MS = 300_000;
const POLL_MS = 500;
/** Failures that kills explain: a unit whose indexer ended again and again is given up. */
const REASONS_OF_KILLS = new Set(['indexing-interrupted']);

interface Open {
  jobs: number;
  reservations: number;
  held: number;
  intents: number;
}

const OPEN = `select
  (select count(*)::int from job where kind = 'index') as jobs,
  (select count(*)::int from ledger_entry where settled is null) as reservations,
  (select coalesce(sum(reserved), 0)::int from ledger) + (select coalesce(sum(reserved), 0)::int from key_usage) as held,
  (select count(*)::int from audit_intent) as intents`;

/** Waits until nothing is queued, leased, reserved or about to be recorded; what still is, when that takes too long. */
export async function untilQuiet(fleet: Fleet): Promise<Open> {
  const until = performance.now() + QUIET_TIMEOUT_MS;
  for (;;) {
    const [open] = (await lookAt<Open>(fleet, OPEN)) ?? [];
    const isQuiet = open && Object.values(open).every((count) => count === 0);
    if (open && (isQuiet || performance.now() > until)) return open;
    await pause(POLL_MS);
  }
}

/** Every difference, in words. */
export async function checkTruth(fleet: Fleet, client: FleetClient, truth: Truth): Promise<string[]> {
  const problems: string[] = [];
  const expect = (isRight: boolean, problem: string) => void (isRight || problems.push(problem));
  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const result = await lookAt<Row>(fleet, text, values);
    if (!result) throw new Error('the database does not answer');
    return result;
  };
  const origins = fleet.gateways.map(({ origin }) => origin);
  let turn = 0;
  const call = (request: FleetCall): Promise<Outcome> =>
    client.call(origins[turn++ % origins.length] ?? '', request);

  await checkUnits();
  await checkFiles();
  for (const key of truth.keys) await checkKey(call, key, truth);
  await checkSettings();
  await checkLedgers();
  await checkAudit();
  return [...problems, ...truth.violations, ...client.violations];

  async function checkUnits(): Promise<void> {
    const units = await rows<{
      id: number;
      title: string;
      status: string;
      deleted: boolean;
      reason: string | null;
      passages: number;
    }>(
      `select id::int, title, status, deleted_on is not null as deleted, reason, passages::int from unit where bot_id = 1`,
    );
    // Units in the bin wait there.
    const failed = units.filter(({ status, deleted }) => status !== 'ready' && !deleted);
    for (const { id, title, status, reason } of failed) {
      const code = (JSON.parse(reason ?? '{}') as { code?: string }).code ?? '';
      expect(status === 'failed' && REASONS_OF_KILLS.has(code), `unit ${id} "${title}": ${status} ${reason}`);
    }
    const perTitle = Map.groupBy(units, ({ title }) => title);
    for (const [title, same] of perTitle) expect(same.length === 1, `${same.length} units "${title}"`);
    for (const { id, title, places } of truth.units) {
      const [unit] = perTitle.get(title) ?? [];
      expect(unit?.id === id, `unit ${id} "${title}" is lost: ${JSON.stringify(unit)}`);
      if (unit)
        expect(
          places.has(unit.deleted ? 'bin' : 'list'),
          `unit ${id} "${title}" should be in the ${[...places].join(' or ')}`,
        );
    }
    for (const { id, title, status, deleted } of units) {
      if (deleted || status !== 'ready') continue;
      await checkPassages(id);
      const answer = await call({
        method: 'POST',
        path: '/api/v1/RAG/Answer',
        json: { Question: `ما رمز ${title}؟`, IndexNames: [title] },
      });
      expect(
        JSON.stringify(responseOf(answer) ?? '').includes(codeOf(title)),
        `"${title}" answers ${print(answer)}`,
      );
    }
  }

  /** The passages of one generation, all of them, in order. */
  async function checkPassages(id: number): Promise<void> {
    const [index] = await rows<{ said: number; found: number; last: number; segments: number }>(
      `select u.passages::int as said, count(p.*)::int as found, max(p.ordinal)::int as last,
          (select count(*)::int from segment s
            where s.bot_id = u.bot_id and s.unit_id = u.id and s.generation = u.generation) as segments
        from unit u left join passage p on p.bot_id = u.bot_id and p.unit_id = u.id and p.generation = u.generation
        where u.bot_id = 1 and u.id = $1 group by u.bot_id, u.id`,
      [id],
    );
    const isWhole = index && index.said > 0 && index.found === index.said && index.last === index.said - 1;
    expect(isWhole === true && index.segments === 1, `index of unit ${id}: ${JSON.stringify(index)}`);
  }

  async function checkFiles(): Promise<void> {
    for (const { path, sha256 } of truth.uploads) {
      const response = await fetch((origins[turn++ % origins.length] ?? '') + path, {
        headers: { 'x-user-auth': FLEET_KEY },
      });
      const hash = hashOf(new Uint8Array(await response.arrayBuffer()));
      expect(hash === sha256, `${path}: ${response.status}, another content`);
    }
    const blobs = await rows<{ blob: string }>(
      `select blob from stored_file union select fetched_blob from source where fetched_blob is not null`,
    );
    const stored = new Set(fleet.store.objects.keys());
    for (const { blob } of blobs)
      expect(
        [...stored].some((name) => name.endsWith(blob)),
        `blob ${blob} is missing`,
      );
  }

  async function checkSettings(): Promise<void> {
    const bots = await rows<{ id: number; name: string }>('select id::int, name from bot');
    const name = bots.find(({ id }) => id === 1)?.name ?? '';
    expect(
      truth.botName.possible.has(name),
      `bot 1 is called "${name}", not ${[...truth.botName.possible].join()}`,
    );
    const [granted] = await rows<{ total: number }>(
      `select total::int from ledger where bot_id = ${SCARCE_BOT} and ledger = 'text'`,
    );
    expect(
      truth.grant.possible.has(granted?.total ?? 0),
      `bot 2 is granted ${granted?.total}, not ${[...truth.grant.possible].join()}`,
    );
  }

  async function checkLedgers(): Promise<void> {
    const ledgers = await rows<
      Record<'bot_id' | 'used' | 'reserved' | 'total' | 'entries' | 'days' | 'keys', number>
    >(
      `select bot_id::int, used::int, reserved::int, total::int,
          (select coalesce(sum(settled), 0)::int from ledger_entry e where e.bot_id = l.bot_id and e.ledger = l.ledger) as entries,
          (select coalesce(sum(amount), 0)::int from usage_day d where d.bot_id = l.bot_id and d.ledger = l.ledger) as days,
          (select coalesce(sum(k.used), 0)::int from key_usage k where k.bot_id = l.bot_id and k.ledger = l.ledger) as keys
        from ledger l where ledger = 'text'`,
    );
    for (const ledger of ledgers) {
      const { used, reserved, total, entries, days, keys } = ledger;
      const isRight = used === entries && used === days && used === keys && used <= total && reserved === 0;
      expect(isRight, `ledger: ${JSON.stringify(ledger)}`);
    }
    const settled = new Map(
      (
        await rows<{ request_id: string; settled: number | null }>(
          'select request_id, settled::int from ledger_entry',
        )
      ).map((entry) => [entry.request_id, entry.settled]),
    );
    for (const { requestId, amount } of truth.charges)
      if (amount > 0)
        expect(
          settled.get(requestId) === amount,
          `call ${requestId} was told ${amount}, charged ${settled.get(requestId)}`,
        );
  }

  async function checkAudit(): Promise<void> {
    const entries = await rows<{
      request_id: string;
      bot_id: number;
      action: string;
      subject_id: string;
      outcome: string;
    }>('select request_id, bot_id::int, action, subject_id, outcome from audit');
    const perCall = Map.groupBy(entries, ({ request_id }) => request_id);
    for (const { requestId, action, subject } of truth.changes) {
      const own = perCall.get(requestId) ?? [];
      const isRight = own.length === 1 && own[0]?.outcome === 'done' && own[0].action === action;
      const isOfSubject = subject === undefined || own[0]?.subject_id === subject;
      expect(isRight && isOfSubject, `${action} of ${subject} by call ${requestId}: ${JSON.stringify(own)}`);
    }
    const ofUnit = Map.groupBy(
      entries.filter(
        ({ action, outcome, bot_id }) => action === 'registerUnit' && outcome === 'done' && bot_id === 1,
      ),
      ({ subject_id }) => subject_id,
    );
    const unknown = entries.filter(
      ({ action, outcome }) => action === 'registerUnit' && outcome === 'unknown',
    );
    let unrecorded = 0;
    for (const { id } of truth.units) {
      const count = ofUnit.get(String(id))?.length ?? 0;
      expect(count <= 1, `registration of unit ${id} has ${count} entries`);
      if (count === 0) unrecorded += 1;
    }
    // A try that was cut is recorded without the number of its unit.
    expect(
      unrecorded <= unknown.length,
      `${unrecorded} registrations have no entry, ${unknown.length} are of unknown outcome`,
    );
  }
}

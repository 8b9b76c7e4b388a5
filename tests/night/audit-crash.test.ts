/** The gateway is killed again and again while synonyms are added: nothing that was changed may be without an entry. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditListSchema } from '#contract/audit.ts';
import { envelope } from '#contract/envelope.ts';
import { HEADERS } from '#contract/headers.ts';
import { synonymListSchema } from '#contract/synonyms.ts';
import { countOf } from '#tests/support/full-counts.ts';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';

const KILLS = countOf(6, 100);
const WORKERS = 4;
const PAGE = 100;

let folder = '';
let gateway: KillableGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-audit-'));
  gateway = await createKillableGateway(folder);
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const call = (path: string, json?: unknown) =>
  fetch(gateway.origin + path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { [HEADERS.key]: CRASH_KEY, [HEADERS.bot]: '1', 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });

/** All pages of a list. */
async function readAll<Item>(path: string, parse: (body: unknown) => { items: Item[] }): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const response = await call(`${path}limit=${PAGE}&offset=${all.length}`);
    const { items } = parse(await response.json());
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}

test(
  `has an entry for every change, over ${KILLS} kills`,
  async () => {
    const acknowledged: string[] = [];
    let unanswered = 0;
    const stopping = new AbortController();
    let next = 0;
    const work = async () => {
      while (!stopping.signal.aborted) {
        next += 1;
        try {
          const response = await call('/api/Synonyms/1', {
            expressions: [`كلمة${next}`, `مرادف${next}`],
            note: '',
          });
          if (response.ok) acknowledged.push(response.headers.get(HEADERS.requestId) ?? '');
          await response.arrayBuffer();
        } catch {
          unanswered += 1;
          await pause(50);
        }
      }
    };
    const working = Promise.all(Array.from({ length: WORKERS }, work));
    for (let kill = 0; kill < KILLS; kill += 1) {
      // It is at work again, and is cut off anywhere in it.
      const before = acknowledged.length;
      while (acknowledged.length < before + 5) await pause(5);
      await pause(Math.random() * 50);
      await gateway.kill();
      await gateway.start();
    }
    stopping.abort();
    await working;
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    expect(unanswered).toBeGreaterThan(0);

    const entries = await readAll(
      '/api/Audit/1?action=addSynonyms&',
      (body) => envelope(auditListSchema).parse(body).Response,
    );
    const groups = await readAll(
      '/api/Synonyms/1?',
      (body) => envelope(synonymListSchema).parse(body).Response,
    );
    const done = entries.filter(({ outcome }) => outcome === 'done');
    const unknown = entries.filter(({ outcome }) => outcome === 'unknown');
    // What was answered is recorded whole, and once.
    const recorded = done.map(({ requestId }) => requestId);
    expect(new Set(recorded).size).toBe(recorded.length);
    expect(acknowledged.filter((id) => !recorded.includes(id))).toEqual([]);
    // What was done but not answered is recorded whole, or as a call whose outcome is unknown.
    const named = new Set(done.map(({ subject }) => subject.id));
    const unnamed = groups.filter(({ id }) => !named.has(String(id)));
    expect(unnamed.length).toBeLessThanOrEqual(unknown.length);
    // No event is recorded for a change that did not happen.
    const existing = new Set(groups.map(({ id }) => String(id)));
    expect([...named].filter((id) => !existing.has(id))).toEqual([]);
    expect(
      unknown.every(({ requestId, actor }) => requestId !== '' && actor.name === 'FIHRIST_API_KEY'),
    ).toBe(true);
  },
  countOf(120_000, 1_200_000),
);

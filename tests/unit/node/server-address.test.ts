import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HEARD_WITHIN_MS } from '#gateway/core/fleet.ts';
import type { ProcessState } from '#gateway/modules/fleet/ports/processes.ts';
import { findServerOrigin, publishServerAddress } from '#gateway/node/storage/data/server-address.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-عنوان-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const origin = 'http://127.0.0.1:9146';
const stateOf = (id: string, silentMs: number): ProcessState => ({
  id,
  silentMs,
  role: 'server',
  name: 'خادم',
  version: '1',
  startedOn: new Date(0),
  seenOn: new Date(0),
  tasks: [],
  leases: 0,
  reservations: 0,
});
const find = (...processes: ProcessState[]) =>
  findServerOrigin(folder, { list: () => Promise.resolve(processes) });

test('the address of a server is there while it runs', async () => {
  expect(await find(stateOf('a', 0))).toBeUndefined();
  const withdraw = publishServerAddress(folder, { processId: 'a', origin });
  expect(await find(stateOf('b', 0), stateOf('a', 9))).toBe(origin);
  withdraw();
  expect(await find(stateOf('a', 0))).toBeUndefined();
  withdraw();
});

test('what a crash left behind is no address', async () => {
  publishServerAddress(folder, { processId: 'a', origin });
  expect(await find()).toBeUndefined();
  expect(await find(stateOf('b', 0))).toBeUndefined();
  expect(await find(stateOf('a', HEARD_WITHIN_MS + 1))).toBeUndefined();
  writeFileSync(join(folder, 'server.json'), '{"processId":"a"');
  expect(await find(stateOf('a', 0))).toBeUndefined();
});

test('a folder that cannot be written to keeps no server from serving', () => {
  const missing = join(folder, 'missing');
  publishServerAddress(missing, { processId: 'a', origin })();
  expect(existsSync(missing)).toBe(false);
});

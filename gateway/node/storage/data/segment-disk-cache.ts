import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { Log } from '#gateway/core/log.ts';
import type { GenerationKey, PassageIndex } from '#gateway/modules/units/ports/passages.ts';

/** Cache of segment parts on the local disk, for a database on another machine. */
export interface SegmentDiskCache {
  /** The same index, whose segment parts are read from the disk where they are there, and kept there once read. */
  index: PassageIndex;
  /** Drops what the database does not have any more: knowledge that was removed must not outlive it here. */
  dropRetired(): Promise<void>;
  /** Bytes of parts on the disk. */
  size(): number;
  close(): void;
}

/** What a part costs on the disk beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 100;
const SEGMENTS_PER_QUERY = 500;

/** The first setting counts only for a file that has no table yet. */
const SCHEMA = `
  pragma auto_vacuum = incremental;
  pragma journal_mode = wal;
  pragma synchronous = off;
  create table if not exists segment
    (bot_id integer, unit_id integer, generation integer, bytes integer not null, used_on integer not null,
      primary key (bot_id, unit_id, generation)) without rowid;
  create table if not exists part
    (bot_id integer, unit_id integer, generation integer, part integer, crc integer not null, bytes blob not null,
      primary key (bot_id, unit_id, generation, part));`;

/**
 * Keeps at most `maxBytes` in the SQLite file `file`; segments unused for longest leave first. A part never changes, since
 * no generation is numbered twice, so nothing must be invalidated. The file holds nothing that cannot be read again:
 * commits do not wait for the disk, a damaged part counts as missing, and a damaged file is made again. A failing disk
 * costs speed, never an answer.
 */
export function cacheSegmentsOnDisk(
  index: PassageIndex,
  { file, maxBytes, log }: { file: string; maxBytes: number; log: Log },
): SegmentDiskCache {
  let store = openStore(file, maxBytes, log);
  let wasReplaced = false;
  /** Makes a damaged file again, once; else gives up on it, as every further try would fail and be logged. */
  const recover = (error: unknown): void => {
    store?.close();
    store = undefined;
    if (isDamage(error) && !wasReplaced) {
      wasReplaced = true;
      log.warn('segment-disk-cache-replaced', describeErrorForLog(error));
      store = openEmptyStore(file, maxBytes, log);
    } else log.warn('segment-disk-cache-off', describeErrorForLog(error));
  };
  const attempt: Attempt = (work) => {
    try {
      return store && work(store);
    } catch (error) {
      recover(error);
      return undefined;
    }
  };

  return {
    index: { ...index, ...readThrough(index, attempt) },
    async dropRetired() {
      const held = attempt((open) => open.list()) ?? [];
      for (let offset = 0; offset < held.length; offset += SEGMENTS_PER_QUERY) {
        const batch = held.slice(offset, offset + SEGMENTS_PER_QUERY);
        const current = new Set((await index.filterCurrent(batch)).map(nameOf));
        for (const key of batch) if (!current.has(nameOf(key))) attempt((open) => open.drop(key));
      }
    },
    size: () => store?.size() ?? 0,
    close() {
      attempt((open) => open.saveOrder());
      store?.close();
      store = undefined;
    },
  };
}

type Store = ReturnType<typeof prepareStore>;
/** Undefined without a store, and where the disk fails. */
type Attempt = <Value>(work: (open: Store) => Value) => Value | undefined;

/** Reads parts from the disk, and the missing ones from the database, which are then kept. */
function readThrough(
  index: PassageIndex,
  attempt: Attempt,
): Pick<PassageIndex, 'readPartOfUnits' | 'readSegmentParts'> {
  return {
    async readPartOfUnits(botId, part, units) {
      const contents = new Map<number, Uint8Array>();
      for (const { unitId, generation } of units) {
        const key = { botId, unitId, generation };
        const bytes = attempt((open) => open.read(key, [part]))?.get(part);
        if (bytes) contents.set(unitId, bytes);
      }
      const missing = units.filter(({ unitId }) => !contents.has(unitId));
      const stored = missing.length > 0 ? await index.readPartOfUnits(botId, part, missing) : [];
      for (const [unitId, bytes] of stored) {
        const generation = missing.find((unit) => unit.unitId === unitId)?.generation ?? 0;
        attempt((open) => open.write({ botId, unitId, generation }, new Map([[part, bytes]])));
        contents.set(unitId, bytes);
      }
      return contents;
    },
    async readSegmentParts(botId, unitId, generation, parts) {
      const key = { botId, unitId, generation };
      const contents = attempt((open) => open.read(key, parts)) ?? new Map<number, Uint8Array>();
      const missing = parts.filter((part) => !contents.has(part));
      if (missing.length === 0) return contents;
      const stored = await index.readSegmentParts(botId, unitId, generation, missing);
      attempt((open) => open.write(key, stored));
      for (const [part, bytes] of stored) contents.set(part, bytes);
      return contents;
    },
  };
}

const nameOf = ({ botId, unitId, generation }: GenerationKey): string => `${botId}/${unitId}/${generation}`;

function openStore(file: string, maxBytes: number, log: Log) {
  try {
    return createStore(file, maxBytes);
  } catch (error) {
    log.warn('segment-disk-cache-replaced', describeErrorForLog(error));
  }
  return openEmptyStore(file, maxBytes, log);
}

function openEmptyStore(file: string, maxBytes: number, log: Log) {
  try {
    for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) rmSync(name);
    return createStore(file, maxBytes);
  } catch (error) {
    log.warn('segment-disk-cache-off', describeErrorForLog(error));
    return undefined;
  }
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOT_A_DATABASE = 26;

/** Commits that do not wait for the disk leave such files behind when the power fails. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE;
}

function createStore(file: string, maxBytes: number) {
  const database = new DatabaseSync(file);
  try {
    return prepareStore(database, maxBytes);
  } catch (error) {
    database.close();
    throw error;
  }
}

const OF_KEY = 'bot_id = ? and unit_id = ? and generation = ?';
const valuesOf = ({ botId, unitId, generation }: GenerationKey) => [botId, unitId, generation] as const;

function prepareStore(database: DatabaseSync, maxBytes: number) {
  database.exec(SCHEMA);
  const readPart = database.prepare(`select crc, bytes from part where ${OF_KEY} and part = ?`);
  const writePart = database.prepare('insert or replace into part values (?, ?, ?, ?, ?, ?)');
  const writeSegment = database.prepare('insert or replace into segment values (?, ?, ?, ?, ?)');
  const drops = ['part', 'segment'].map((table) => database.prepare(`delete from ${table} where ${OF_KEY}`));

  let hasFreePages = false;
  const shrink = () => {
    if (hasFreePages) database.exec('pragma incremental_vacuum');
    hasFreePages = false;
  };
  const held = new LRUCache<string, { key: GenerationKey; bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ key }, _name, reason) => {
      if (reason === 'set') return;
      for (const drop of drops) drop.run(...valuesOf(key));
      hasFreePages = true;
    },
  });
  for (const { bytes, ...key } of listSegments(database)) held.set(nameOf(key), { key, bytes });

  return {
    size: () => held.calculatedSize,
    list: () => [...held.values()].map(({ key }) => key),
    read(key: GenerationKey, parts: readonly number[]): Map<number, Uint8Array> {
      const contents = new Map<number, Uint8Array>();
      if (!held.get(nameOf(key))) return contents;
      for (const part of parts) {
        const row = readPart.get(...valuesOf(key), part) as { crc: number; bytes: Uint8Array } | undefined;
        if (row && crc32(row.bytes) === row.crc) contents.set(part, row.bytes);
      }
      return contents;
    },
    write(key: GenerationKey, parts: ReadonlyMap<number, Uint8Array>): void {
      if (parts.size === 0) return;
      let bytes = held.peek(nameOf(key))?.bytes ?? 0;
      database.exec('begin');
      for (const [part, content] of parts) {
        writePart.run(...valuesOf(key), part, crc32(content), content);
        bytes += content.byteLength + ENTRY_OVERHEAD_BYTES;
      }
      writeSegment.run(...valuesOf(key), bytes, Date.now());
      // A segment above the limit of the whole cache is dropped at once.
      held.set(nameOf(key), { key, bytes: Math.min(bytes, maxBytes) });
      if (bytes > maxBytes) held.delete(nameOf(key));
      database.exec('commit');
      shrink();
    },
    drop(key: GenerationKey): void {
      held.delete(nameOf(key));
      shrink();
    },
    // Least recently used first.
    saveOrder: () => saveOrder(database, [...held.values()].map(({ key }) => key).reverse()),
    close: () => database.close(),
  };
}

/** The segments of the last process, least recently used first. */
function listSegments(database: DatabaseSync) {
  const columns = 'bot_id as botId, unit_id as unitId, generation, bytes';
  const rows = database.prepare(`select ${columns} from segment order by used_on`).all();
  return rows as unknown as (GenerationKey & { bytes: number })[];
}

/** So that the next process knows which segment was used when. */
function saveOrder(database: DatabaseSync, keys: readonly GenerationKey[]): void {
  const touch = database.prepare(`update segment set used_on = ? where ${OF_KEY}`);
  database.exec('begin');
  for (const [place, key] of keys.entries()) touch.run(Date.now() + place, ...valuesOf(key));
  database.exec('commit');
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { streamFile } from '#gateway/node/storage/disk/stream-file.ts';

const BYTES = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) & 255);

describe('a file as a stream', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
    path = join(folder, 'تسجيل.wav');
    writeFileSync(path, BYTES);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const isClosed = ({ fd }: FileHandle) => fd === -1;

  test('gives the bytes of the range, and closes the file', async () => {
    const file = await open(path);
    const bytes = new Uint8Array(await new Response(streamFile(file, 5, 150_000) as BodyInit).arrayBuffer());
    expect(Buffer.from(bytes).equals(Buffer.from(BYTES.slice(5, 150_000)))).toBe(true);
    expect(isClosed(file)).toBe(true);
  });

  test('can be cancelled at any moment: no error escapes, and the file is closed', async () => {
    const thrown: unknown[] = [];
    const note = (error: unknown) => void thrown.push(error);
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
    const files: FileHandle[] = [];
    try {
      for (const reads of [0, 1, 2])
        for (const steps of [0, 1, 2, 3, 8]) {
          for (let time = 0; time < 5; time++) {
            const file = await open(path);
            files.push(file);
            const reader = streamFile(file, 0, BYTES.length).getReader();
            for (let count = 0; count < reads; count++) await reader.read();
            const pending = reader.read().catch(() => undefined);
            for (let step = 0; step < steps; step++) await Promise.resolve();
            await reader.cancel();
            await pending;
          }
        }
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('uncaughtException', note);
      process.off('unhandledRejection', note);
    }
    expect(thrown).toEqual([]);
    expect(files.every(isClosed)).toBe(true);
  });

  test('fails, and closes the file, where that is shorter than it was', async () => {
    const file = await open(path);
    const stream = streamFile(file, 0, BYTES.length + 1);
    await expect(new Response(stream as BodyInit).arrayBuffer()).rejects.toThrow('the file ends');
    expect(isClosed(file)).toBe(true);
  });
});

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_FOLDER, judgeHostile, judgeKnown } from '#tests/support/hostile-outcomes.ts';

/** One of each class; the night reads all of them. */
const ONE_OF_EACH = [
  'billion_laughs.docx',
  'deep.html',
  'empty.pdf',
  'encrypted_user.pdf',
  'exe_named.docx',
  'html_named.pdf',
  'js_action.pdf',
  'scripts.html',
  'traversal.docx',
  'truncated_half.pdf',
  'xxe.docx',
  'zip_bomb_600MB.docx',
];

describe.skipIf(!existsSync(HOSTILE_FOLDER))(`hostile files (${HOSTILE_FOLDER})`, () => {
  test.each(ONE_OF_EACH)('%s', async (name) => {
    const { outcome, expected } = await judgeKnown(name);
    expect(outcome).toMatch(expected);
  });
});

describe('hostile files made here', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fihrist-hostile-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const judgeBytes = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return judgeHostile(path, name);
  };
  const docx = (body: string, more: Record<string, Uint8Array> = {}): Uint8Array =>
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      'word/document.xml': strToU8(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
      ...more,
    });
  const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

  test('an archive that unpacks to 200 MB', async () => {
    const bomb = docx(paragraph('نص'), { 'word/styles.xml': new Uint8Array(200 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await judgeBytes('bomb.docx', bomb)).toBe('too-large-inside');
  });

  test('a page of 300,000 unclosed tables', async () => {
    const page = strToU8(`<!doctype html>${'<table><tr><td>خلية'.repeat(100_000)}`);
    expect(await judgeBytes('tables.html', page)).toMatch(/^(?:too-deep$|read: خلية)/);
  });

  test('Markdown whose emphasis never ends', async () => {
    const text = strToU8(`# عنوان\n\n${'*ا **ب '.repeat(20_000)}\n`);
    expect(await judgeBytes('emphasis.md', text)).toMatch(/^read: عنوان/);
  });

  test('a picture named as a document', async () => {
    const png = Uint8Array.from(
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\0IDAT',
      (c) => c.charCodeAt(0),
    );
    expect(await judgeBytes('صورة.pdf', png)).toBe('Image');
  });
});

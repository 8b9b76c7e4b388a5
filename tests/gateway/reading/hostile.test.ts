import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectType, HEAD_BYTES } from '#gateway/adapters/detect-type.ts';
import { readInChild } from '#gateway/node/reader/reader-pool.ts';
import { printReading } from '#tests/support/score-reading.ts';

const shared = '../shared/data/hostile';

/** How a file ended: the code it was refused or failed with, or the text that was read out of it. */
async function judge(path: string, name: string): Promise<string> {
  const type = await detectType(readFileSync(path).subarray(0, HEAD_BYTES), name, '');
  if ('refused' in type) return type.refused;
  if (!type.format) return type.kind;
  try {
    return `read: ${printReading(await readInChild({ path, format: type.format }))}`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Every file ends in one of these; a text that is read must match. */
const OUTCOMES: Record<string, string | RegExp> = {
  'attr_bomb.html': /^read: x$/,
  'billion_laughs.docx': /^read: .{0,20}$/,
  'bin.rtf': 'no-text',
  'bomb_flate_1GB.pdf': /^(?:out-of-memory|took-too-long|too-large-inside|damaged|no-text)$/,
  'count_bomb.pdf': 'damaged',
  'declared_1GB.docx': /^read: x{1000}/,
  'deep.html': 'too-deep',
  'deep.md': /^read: x$/,
  'deep.rtf': 'too-deep',
  'deep_nesting.docx': /^read: deep$/,
  'empty.docx': 'empty-file',
  'empty.pdf': 'empty-file',
  'encrypted_user.pdf': 'password-protected',
  'exe_named.docx': 'type-not-accepted',
  'garbage.pdf': 'type-not-accepted',
  'html_named.pdf': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'js_action.pdf': 'no-text',
  'nul.html': /^read: ab$/,
  'pdf_named.docx': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'scripts.html': /^read: عنوان\nنص مهم$/,
  'traversal.docx': /^read: trav$/,
  'trunc.rtf': 'no-text',
  'truncated.docx': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'truncated_half.pdf': 'damaged',
  'unclosed.html': /^read: x\nx\n/,
  'xxe.docx': /^read: A&e;B$/,
  'zip_bomb_600MB.docx': 'too-large-inside',
};

describe.skipIf(!existsSync(shared))('hostile files (../shared/data/hostile)', () => {
  it('are all known here', () => {
    expect(readdirSync(shared).toSorted()).toEqual(Object.keys(OUTCOMES).toSorted());
  });

  it.each(Object.entries(OUTCOMES))('%s', { timeout: 30_000 }, async (name, expected) => {
    const outcome = await judge(join(shared, name), name);
    expect(outcome).toMatch(typeof expected === 'string' ? new RegExp(`^${expected}$`) : expected);
  });
});

describe('hostile files made here', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fihrist-hostile-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const judgeBytes = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return judge(path, name);
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

  it('an archive that unpacks to 200 MB', { timeout: 30_000 }, async () => {
    const bomb = docx(paragraph('نص'), { 'word/styles.xml': new Uint8Array(200 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await judgeBytes('bomb.docx', bomb)).toBe('too-large-inside');
  });

  it('a page of 300,000 unclosed tables', { timeout: 30_000 }, async () => {
    const page = strToU8(`<!doctype html>${'<table><tr><td>خلية'.repeat(100_000)}`);
    expect(await judgeBytes('tables.html', page)).toMatch(/^(?:too-deep$|read: خلية)/);
  });

  it('Markdown whose emphasis never ends', { timeout: 30_000 }, async () => {
    const text = strToU8(`# عنوان\n\n${'*ا **ب '.repeat(20_000)}\n`);
    expect(await judgeBytes('emphasis.md', text)).toMatch(/^(?:too-deep|took-too-long|read: عنوان[^]*)$/);
  });

  it('a picture named as a document', async () => {
    const png = Uint8Array.from(
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\0IDAT',
      (c) => c.charCodeAt(0),
    );
    expect(await judgeBytes('صورة.pdf', png)).toBe('Image');
  });
});

/** The hostile files of the shared folder, and how each ends when it is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import { readInChild } from '#gateway/node/processes/reader/reader-pool.ts';
import { printReading } from './score-reading.ts';

export const HOSTILE_FOLDER = '../shared/data/hostile';

/** How a file ended: the code it was refused or failed with, or the text that was read out of it. */
export async function judgeHostile(path: string, name: string): Promise<string> {
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
export const HOSTILE_OUTCOMES: Record<string, string | RegExp> = {
  'attr_bomb.html': /^read: x$/,
  'billion_laughs.docx': /^read: .{0,20}$/,
  'bin.rtf': 'no-text',
  'bomb_flate_1GB.pdf': /^(?:out-of-memory|timeout|too-large-inside|damaged|no-text)$/,
  'count_bomb.pdf': 'damaged',
  'declared_1GB.docx': /^read: x{1000}/,
  'deep.html': 'too-deep',
  'deep.md': /^read: x$/,
  'deep.rtf': 'too-deep',
  'deep_nesting.docx': /^read: deep$/,
  'empty.docx': 'empty-file',
  'empty.pdf': 'empty-file',
  'encrypted_user.pdf': 'password-protected',
  'exe_named.docx': 'content-mismatch',
  'garbage.pdf': 'content-mismatch',
  'html_named.pdf': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'js_action.pdf': 'no-text',
  'nul.html': /^read: ab$/,
  'pdf_named.docx': /^read: دليل خدمات العملاء الإلكترونية\n/,
  // Beside its title six letters are left, which is too little.
  'scripts.html': /^page-without-text$/,
  'traversal.docx': /^read: trav$/,
  'trunc.rtf': 'no-text',
  'truncated.docx': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'truncated_half.pdf': 'damaged',
  'unclosed.html': /^read: x\nx\n/,
  'xxe.docx': /^read: A&e;B$/,
  'zip_bomb_600MB.docx': 'too-large-inside',
};

/** How a file of the folder ended, and how it should have. */
export async function judgeKnown(name: string): Promise<{ outcome: string; expected: RegExp }> {
  const expected = HOSTILE_OUTCOMES[name] ?? 'unknown';
  return {
    outcome: await judgeHostile(join(HOSTILE_FOLDER, name), name),
    expected: typeof expected === 'string' ? new RegExp(`^${expected}$`) : expected,
  };
}

/** The hostile files of the shared folder, and how each ends when it is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countLetters, MIN_LETTERS } from '#gateway/engine/reading/count-letters.ts';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import { readInChild } from '#gateway/node/processes/reader/reader-pool.ts';
import { printReading } from './score-reading.ts';

export const HOSTILE_FOLDER = '../shared/data/hostile';

/** How a file ended: the code it was refused or failed with, `too little` text to answer, or the text that was read. */
export async function judgeHostile(path: string, name: string): Promise<string> {
  const type = await detectType(readFileSync(path).subarray(0, HEAD_BYTES), name, '');
  if ('refused' in type) return type.refused;
  if (!type.format) return type.kind;
  try {
    const document = await readInChild({ path, format: type.format });
    if (countLetters(document.blocks, document.title) < MIN_LETTERS) return 'too little';
    return `read: ${printReading(document)}`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Every file ends in one of these; a text that is read must match. */
export const HOSTILE_OUTCOMES: Record<string, string | RegExp> = {
  'attr_bomb.html': 'too little',
  'billion_laughs.docx': 'too little',
  'bin.rtf': 'no-text',
  'bomb_flate_1GB.pdf': /^(?:out-of-memory|timeout|too-large-inside|damaged|no-text)$/,
  'count_bomb.pdf': 'damaged',
  'declared_1GB.docx': /^read: x{1000}/,
  'deep.html': 'too-deep',
  'deep.md': 'too little',
  'deep.rtf': 'too-deep',
  'deep_nesting.docx': 'too little',
  'empty.docx': 'empty-file',
  'empty.pdf': 'empty-file',
  'encrypted_user.pdf': 'password-protected',
  'exe_named.docx': 'content-mismatch',
  'garbage.pdf': 'content-mismatch',
  'html_named.pdf': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'js_action.pdf': 'no-text',
  'nul.html': 'too little',
  'pdf_named.docx': /^read: دليل خدمات العملاء الإلكترونية\n/,
  // Beside its title six letters are left.
  'scripts.html': 'too little',
  'traversal.docx': 'too little',
  'trunc.rtf': 'no-text',
  'truncated.docx': /^read: دليل خدمات العملاء الإلكترونية\n/,
  'truncated_half.pdf': 'damaged',
  'unclosed.html': /^read: x\nx\n/,
  'xxe.docx': 'too little',
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

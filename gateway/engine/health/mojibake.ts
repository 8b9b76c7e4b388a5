import { HEALTH_LIMITS, type HealthSample } from '#gateway/engine/document.ts';
import { makeItem, type RepairResult } from './health-items.ts';

/** Bytes of a single-byte encoding by the character that it makes of them. */
function invert(label: string): Map<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  return new Map(
    Array.from(new TextDecoder(label).decode(bytes), (character, byte) => [character, byte] as const),
  );
}

interface Misdecoding {
  /** The encoding by which the bytes were wrongly read. */
  readAs: Map<string, number>;
  /** Three letters in a row that only this mistake makes: lead and continuation bytes of Arabic in UTF-8. */
  signature: RegExp;
  /** Lone leads whose continuation is an invisible character that programs take out. */
  lost: Record<string, string>;
}

function utf8ReadAs(label: string, more: readonly (readonly [string, number])[] = []): Misdecoding {
  const readAs = invert(label);
  for (const [character, byte] of more) readAs.set(character, byte);
  const characters = (from: number, to: number): string =>
    [...readAs]
      .filter(([, byte]) => byte >= from && byte <= to)
      .map(([character]) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  // Arabic's own leads, and those of what a first mistake made of it.
  const pair = `[${characters(0xd8, 0xdb)}${characters(0xc2, 0xc3)}][${characters(0x80, 0xbf)}]`;
  const [lam = '', haa = ''] = [0xd9, 0xd8].map((byte) => [...readAs].find(([, code]) => code === byte)?.[0]);
  return { readAs, signature: new RegExp(`(?:${pair} ?){3}`), lost: { [lam]: 'ف', [haa]: 'ح' } };
}

const C1 = Array.from(
  { length: 32 },
  (_, index) => [String.fromCharCode(0x80 + index), 0x80 + index] as const,
);
const UTF8_MISREAD: readonly Misdecoding[] = [utf8ReadAs('windows-1252', C1), utf8ReadAs('windows-1256')];
const LATIN_1252 = UTF8_MISREAD[0]?.readAs ?? new Map<string, number>();

const BEYOND_ASCII = /[^\p{ASCII}]+/gu;
const ASCII_ONLY = /^\p{ASCII}*$/u;
const ARABIC_LETTER = /[\p{sc=Arabic}&&\p{L}]/v;
/** The Arabic article in front of a word, as windows-1252 shows it. */
const ARTICLE = /(?<![\u00c0-\u00ff])[æÈáßÝ]?Çá[\u00c0-\u00ff]{2}/;
const ACCENTED = /[\u00c0-\u00ff]/g;
const LATIN = /[A-Za-z\u0100-\u024f]/g;
const ACCENTED_RUN = /[\u0080-\u00ff\u0152-\u0178\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+/g;

/**
 * Text that was decoded by the wrong table: Arabic in UTF-8 read as windows-1252 (`Ø§Ù„Ø¹`) or as windows-1256
 * (`ط§ظ„ط¹`), Arabic in windows-1256 read as windows-1252 (`ÇáÚ`); twice over too. Repaired line by line, and only
 * where no language is written so: three pairs of lead and continuation in a row, or lines of accented letters alone.
 */
export function repairMojibake(lines: readonly string[]): RepairResult {
  // Short lines say too little alone, but a document read by the wrong table was so as a whole.
  const isLatin = lines.some(looksLikeLatinReading);
  const samples: HealthSample[] = [];
  let count = 0;
  const repaired = lines.map((line) => {
    if (ASCII_ONLY.test(line)) return line;
    const after = repairLine(repairLine(line, isLatin), isLatin);
    if (after === line) return line;
    count++;
    if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    return after;
  });
  return { lines: repaired, item: makeItem('mojibake', count, count, samples) };
}

function repairLine(line: string, isLatin: boolean): string {
  for (const mistake of UTF8_MISREAD) {
    if (mistake.signature.test(line)) return line.replace(BEYOND_ASCII, (run) => repairRun(run, mistake));
  }
  return isLatin && isAccented(line) ? line.replace(ACCENTED_RUN, asWindows1256) : line;
}

function repairRun(run: string, { readAs, lost }: Misdecoding): string {
  const whole = decodeUtf8(run, readAs);
  if (whole !== undefined) return whole;
  let repaired = '';
  for (let offset = 0; offset < run.length; ) {
    const letter = decodeLetter(run, offset, readAs);
    repaired += letter?.text ?? lost[run.charAt(offset)] ?? run.charAt(offset);
    offset += letter?.length ?? 1;
  }
  return repaired;
}

/** The letter whose two or three bytes begin at `at`. A decoder that throws at each wrong one would take minutes. */
function decodeLetter(
  run: string,
  offset: number,
  readAs: ReadonlyMap<string, number>,
): { text: string; length: number } | undefined {
  const lead = readAs.get(run.charAt(offset)) ?? 0;
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : 0;
  if (length === 0) return undefined;
  let code = lead & (length === 2 ? 0x1f : 0x0f);
  for (let next = offset + 1; next < offset + length; next++) {
    const byte = readAs.get(run.charAt(next)) ?? 0;
    if (byte < 0x80 || byte > 0xbf) return undefined;
    code = (code << 6) | (byte & 0x3f);
  }
  const isStray = length === 3 && (code < 0x800 || (code >= 0xd800 && code <= 0xdfff));
  return isStray ? undefined : { text: String.fromCharCode(code), length };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(text: string, readAs: ReadonlyMap<string, number>): string | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = readAs.get(text.charAt(index));
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a line is windows-1256 read as windows-1252 for certain: in no language are most letters accented. */
function looksLikeLatinReading(line: string): boolean {
  const accented = line.match(ACCENTED)?.length ?? 0;
  if (accented < 6 || !isAccented(line)) return false;
  return accented >= 20 || ARTICLE.test(line);
}

/** Product names and addresses stay Latin inside Arabic sentences, so plain letters need not be few. */
function isAccented(line: string): boolean {
  const accented = line.match(ACCENTED)?.length ?? 0;
  return accented >= 2 && accented >= 1.5 * (line.match(LATIN)?.length ?? 0) && !ARABIC_LETTER.test(line);
}

function asWindows1256(run: string): string {
  const bytes = Uint8Array.from(run, (character) => LATIN_1252.get(character) ?? 0x3f);
  return new TextDecoder('windows-1256').decode(bytes);
}

import { detect } from 'jschardet';
import type { ReadWarning } from '#gateway/text/document.ts';

/** Text of bytes in an unknown encoding, the WHATWG label it was read by, and whether that was a guess. */
export interface DecodedText {
  text: string;
  encoding: string;
  warnings: ReadWarning[];
}

const SAMPLE = 256 * 1024;
/** Some 5,000 pages, which a reader can hold in its memory several times over. */
const MOST_CHARACTERS = 15_000_000;
/** Under this a statistical guess is no better than the commonest Arabic legacy encoding. */
const LEAST_CERTAINTY = 0.3;

/**
 * Decodes by the first that applies: byte order mark, `declared` labels in order, UTF-16 without a mark,
 * strict UTF-8, a statistical guess. Only the last gives the warning `encoding-guessed`
 * `{ encoding, certainty }`, certainty in percent. Longer text than 15 million characters is cut, with `truncated`. Never throws; undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, declared: readonly (string | undefined)[] = []): DecodedText {
  const decoded = decodeAll(bytes, declared);
  if (decoded.text.length <= MOST_CHARACTERS) return decoded;
  const warnings: ReadWarning[] = [...decoded.warnings, { code: 'truncated' }];
  return { ...decoded, text: decoded.text.slice(0, MOST_CHARACTERS), warnings };
}

function decodeAll(bytes: Uint8Array, declared: readonly (string | undefined)[]): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(bytes, marked);
  for (const label of declared) {
    const decoder = label ? makeDecoder(label) : undefined;
    // A page that declares UTF-16 or UTF-8 and is neither is common enough to check.
    if (
      !decoder ||
      (decoder.encoding.startsWith('utf') && decodesStrictly(bytes, decoder.encoding) === undefined)
    )
      continue;
    return { text: decoder.decode(bytes), encoding: decoder.encoding, warnings: [] };
  }
  const wide = looksLikeUtf16(bytes);
  if (wide) return decodeAs(bytes, wide);
  const strict = decodesStrictly(bytes, 'utf-8');
  if (strict !== undefined) return { text: strict, encoding: 'utf-8', warnings: [] };
  return guess(bytes);
}

function guess(bytes: Uint8Array): DecodedText {
  const found = detect(bytes.subarray(0, SAMPLE));
  const certain = found.encoding !== null && found.confidence >= LEAST_CERTAINTY;
  const decoder = (certain && makeDecoder(found.encoding ?? '')) || new TextDecoder('windows-1256');
  const certainty = certain ? Math.round(found.confidence * 100) : 0;
  return {
    text: decoder.decode(bytes),
    encoding: decoder.encoding,
    warnings: [{ code: 'encoding-guessed', parameters: { encoding: decoder.encoding, certainty } }],
  };
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, warnings: [] };
}

function decodesStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function makeDecoder(label: string): TextDecoder | undefined {
  const name = label.trim().toLowerCase();
  try {
    return new TextDecoder(name === 'ascii' ? 'utf-8' : name.replace(/^cp(125\d)$/, 'windows-$1'));
  } catch {
    return undefined;
  }
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * UTF-16 without a mark passes for UTF-8: its Latin high bytes are 00 and its Arabic ones 06, both ASCII.
 * No text has those in a third of all bytes of one parity.
 */
function looksLikeUtf16(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, 4096) & ~1;
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0 || bytes[at] === 6) even++;
    if (bytes[at + 1] === 0 || bytes[at + 1] === 6) odd++;
  }
  const needed = length / 2 / 1.5;
  if (odd > needed && even < needed / 2) return 'utf-16le';
  if (even > needed && odd < needed / 2) return 'utf-16be';
  return undefined;
}

import { detect } from 'jschardet';
import type { HealthEncoding } from '#gateway/engine/document.ts';
import { ARABIC_WORDS } from '#gateway/engine/health/health-items.ts';
import { scoreWordOrder } from '#gateway/engine/health/score-word-order.ts';

/** A decoder by any of the names that encodings go by; undefined where there is none. */
function makeDecoder(label: string): TextDecoder | undefined {
  const name = label.trim().toLowerCase();
  try {
    return new TextDecoder(name === 'ascii' ? 'utf-8' : name.replace(/^cp-?(125\d)$/, 'windows-$1'));
  } catch {
    return undefined;
  }
}

/** Bytes decoded at a time. */
const CHUNK_BYTES = 256 * 1024;

/** The text of bytes, a chunk at a time, so that no more of it need be held. Throws where `fatal` and undecodable. */
export function* decodeChunks(
  bytes: Uint8Array,
  label: string,
  options: { fatal?: boolean } = {},
): Generator<{ text: string; end: number }> {
  const decoder = new TextDecoder(label, options);
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const end = Math.min(start + CHUNK_BYTES, bytes.length);
    yield { text: decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length }), end };
  }
}

/** How many characters bytes decode to; undefined where one of them is undecodable. */
function countStrictly(bytes: Uint8Array, encoding: string): number | undefined {
  let characters = 0;
  try {
    for (const { text } of decodeChunks(bytes, encoding, { fatal: true })) characters += text.length;
    return characters;
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
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0 || bytes[index] === 6) even++;
    if (bytes[index + 1] === 0 || bytes[index + 1] === 6) odd++;
  }
  const needed = length / 2 / 1.5;
  if (odd > needed && even < needed / 2) return 'utf-16le';
  if (even > needed && odd < needed / 2) return 'utf-16be';
  return undefined;
}

const SAMPLE_BYTES = 256 * 1024;
/** Under this a statistical guess is no better than the commonest Arabic legacy encoding. */
const MIN_CERTAINTY = 0.3;
/** What programs wrote Arabic in before Unicode, as far as the platform decodes it. */
const ARABIC_ENCODINGS = ['windows-1256', 'iso-8859-6'] as const;
const MARKUP = /<[^>]{0,2000}>|&#?\w{1,10};/g;

/** The likeliest encoding of bytes that are no UTF-8: a WHATWG label and how certain it is, in percent. */
function guessEncoding(bytes: Uint8Array): { label: string; confidence: number } {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const arabic = ARABIC_ENCODINGS.map((label) => ({ label, confidence: plausibility(sample, label) })).reduce(
    (a, b) => (b.confidence > a.confidence ? b : a),
  );
  if (arabic.confidence >= 60) return arabic;
  if (hasFewSigns(sample)) return { label: 'windows-1252', confidence: 50 };
  const detected = detect(sample);
  const decoder =
    detected.encoding !== null && detected.confidence >= MIN_CERTAINTY
      ? makeDecoder(detected.encoding)
      : undefined;
  // Accents inside Latin words are no Arabic, whatever the statistics of so few bytes say.
  const isDoubtful = !decoder || ARABIC_ENCODINGS.some((label) => label === decoder.encoding);
  if (isDoubtful && looksLatin(sample)) return { label: 'windows-1252', confidence: 50 };
  if (!decoder) return { label: 'windows-1256', confidence: arabic.confidence };
  return { label: decoder.encoding, confidence: Math.round(detected.confidence * 100) };
}

/** Signs that stand at the same bytes in the code pages of Windows: quotation marks, dashes, `…`, `€`, `©`, `°`. */
const SHARED_SIGNS = /[\u2010-\u203a€™\u00a0\u00a2-\u00a9\u00ab-\u00b9\u00bb-\u00be]/g;
const MAX_SIGN_SHARE = 0.005;

/** Whether hardly anything but signs stands beyond ASCII, so that every code page of Windows gives the same text. */
function hasFewSigns(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  const signs = text.match(SHARED_SIGNS)?.length ?? 0;
  return beyond === signs ? beyond < 0.1 * text.length : beyond <= MAX_SIGN_SHARE * text.length;
}

function looksLatin(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const accented = text.match(/[À-ÖØ-öø-ÿ]/g)?.length ?? 0;
  const within = text.match(/(?<=[A-Za-z])[À-ÖØ-öø-ÿ]|[À-ÖØ-öø-ÿ](?=[A-Za-z])/g)?.length ?? 0;
  return within > 0.5 * accented;
}

/** Whether bytes declared to be in a single-byte encoding are Arabic in another one. */
function isMisdeclared(bytes: Uint8Array, label: string): boolean {
  if (!/^(?:windows-125|iso-8859-|macintosh|ibm866)/.test(label)) return false;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const own = plausibility(sample, label);
  return ARABIC_ENCODINGS.some(
    (other) => other !== label && plausibility(sample, other) >= Math.max(80, own + 20),
  );
}

/**
 * How much like Arabic the bytes read in an encoding, 0 to 99: nearly everything beyond ASCII must be an Arabic letter,
 * no word may mix scripts, and words must be spelled as Arabic words are.
 */
function plausibility(bytes: Uint8Array, label: string): number {
  const text = new TextDecoder(label).decode(bytes).replace(MARKUP, ' ');
  const beyond = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  const words = text.match(ARABIC_WORDS) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  if (beyond === 0 || letters < 0.85 * beyond) return 0;
  const mixed = text.match(/[\u0621-\u064a](?=[A-Za-zÀ-ÿ])|[A-Za-zÀ-ÿ](?=[\u0621-\u064a])/g)?.length ?? 0;
  const wrong = text.match(/[À-ÿ\ufffd\u0080-\u009f]/g)?.length ?? 0;
  if (mixed + wrong > 0.05 * letters) return 0;
  // A third of Arabic text is these; other alphabets fall on other letters.
  const common = text.match(/[\u0627\u0644\u064a\u0645\u0648\u0646\u0631]/g)?.length ?? 0;
  if (letters > 40 && common < 0.25 * letters) return 0;
  let evidence = 0;
  for (const word of words.slice(0, 2000)) evidence += scoreWordOrder(word);
  // A handful of words without an article or a known one is still likelier Arabic than anything else.
  if (evidence <= 0) return evidence < 0 ? 20 : 60;
  return Math.min(99, Math.round(70 + 30 * Math.min(1, (4 * evidence) / words.length)));
}

/** Labels given for the bytes; the transport's goes before the document's own. */
export interface DeclaredEncodings {
  transport?: string | undefined;
  declaration?: string | undefined;
}

/** Characters that may be broken in what is UTF-8 all the same: a cut or a bad byte, not another encoding. */
const MAX_BROKEN_SHARE = 0.01;

/**
 * The encoding of bytes, by the first that applies: byte order mark, a declaration that the bytes bear out, UTF-16 without
 * a mark, strict UTF-8, UTF-8 with few breaks, a statistical guess.
 */
export function findEncoding(
  bytes: Uint8Array,
  { transport, declaration }: DeclaredEncodings = {},
): HealthEncoding {
  const marked = byteOrderMark(bytes);
  if (marked) return { label: marked, confidence: 100, evidence: 'mark' };
  const wide = looksLikeUtf16(bytes);
  const strict = wide ? undefined : countStrictly(bytes, 'utf-8');
  let wrong: string | undefined;
  for (const [label, evidence] of [
    [transport, 'transport'],
    [declaration, 'declaration'],
  ] as const) {
    const decoder = label ? makeDecoder(label) : undefined;
    if (!decoder) continue;
    if (isPlausible(bytes, decoder.encoding, strict, wide))
      return { label: decoder.encoding, confidence: 100, evidence };
    wrong ??= decoder.encoding;
  }
  const encoding = findUndeclared(bytes, strict, wide);
  return wrong === undefined || wrong === encoding.label ? encoding : { ...encoding, declared: wrong };
}

/** Text in its likeliest encoding, however doubtful, for a look at what it is. */
export function peekText(bytes: Uint8Array, declared: DeclaredEncodings = {}): string {
  return new TextDecoder(findEncoding(bytes, declared).label).decode(bytes);
}

/** Pages that declare one encoding and are in another are common enough to check. */
function isPlausible(
  bytes: Uint8Array,
  label: string,
  strict: number | undefined,
  wide: string | undefined,
): boolean {
  if (label === 'utf-8') return strict !== undefined;
  if (label.startsWith('utf-16')) return wide === label || countStrictly(bytes, label) !== undefined;
  // Hardly any text in a legacy encoding is UTF-8 by chance; pure ASCII says nothing.
  if (strict !== undefined) return strict === bytes.length;
  return !isMisdeclared(bytes, label);
}

function findUndeclared(
  bytes: Uint8Array,
  strict: number | undefined,
  wide: string | undefined,
): HealthEncoding {
  if (wide) return { label: wide, confidence: 100, evidence: 'utf-8' };
  if (strict !== undefined) return { label: 'utf-8', evidence: 'utf-8', confidence: 100 };
  let broken = 0;
  let beyondAscii = 0;
  for (const { text } of decodeChunks(bytes, 'utf-8')) {
    broken += text.match(/\ufffd/g)?.length ?? 0;
    beyondAscii += text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  }
  if (broken <= MAX_BROKEN_SHARE * beyondAscii) return { label: 'utf-8', evidence: 'utf-8', confidence: 100 };
  return { ...guessEncoding(bytes), evidence: 'guess' };
}

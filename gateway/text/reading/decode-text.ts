import type { HealthEncoding, HealthItem, ReadHealth, ReadWarning } from '#gateway/text/document.ts';
import { findLostCharacters } from '#gateway/text/health/lost-characters.ts';
import { mergeItems } from '#gateway/text/health/health-items.ts';
import { mendMojibake } from '#gateway/text/health/mojibake.ts';
import { byteOrderMark, decodesStrictly, looksLikeUtf16, makeDecoder } from './encodings.ts';
import { guessEncoding, isMisdeclared } from './guess-encoding.ts';

/** Text of bytes in an unknown encoding, the WHATWG label it was read by, and what is to be told of that. */
export interface DecodedText {
  text: string;
  encoding: string;
  warnings: ReadWarning[];
  /** How the encoding was found, letters that were lost, stretches that had been decoded by the wrong table before. */
  health: ReadHealth;
}

/** Labels given for the bytes; the transport's goes before the document's own. */
export interface DeclaredEncodings {
  transport?: string | undefined;
  declaration?: string | undefined;
}

/** Some 5,000 pages, which a reader can hold in its memory several times over. */
const MOST_CHARACTERS = 15_000_000;
/** Characters that may be broken in what is UTF-8 all the same: a cut or a bad byte, not another encoding. */
const MOST_BROKEN = 0.01;

/**
 * Decodes by the first that applies: byte order mark, a declaration that the bytes bear out, UTF-16 without a mark,
 * strict UTF-8, UTF-8 with few breaks, a statistical guess. Only the last gives the warning `encoding-guessed`
 * `{ encoding, certainty }`, certainty in percent. Longer text than 15 million characters is cut, with `truncated`.
 * Arabic that was decoded by the wrong table before it was stored is put right. Never throws; undecodable bytes
 * become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, declared: DeclaredEncodings = {}): DecodedText {
  const { text: whole, ...encoding } = decodeAll(bytes, declared);
  const warnings: ReadWarning[] = [];
  if (encoding.by === 'guess') {
    const { label, certainty } = encoding;
    warnings.push({ code: 'encoding-guessed', parameters: { encoding: label, certainty } });
  }
  if (whole.length > MOST_CHARACTERS) warnings.push({ code: 'truncated' });
  const mended = mendMojibake(whole.slice(0, MOST_CHARACTERS).split('\n'));
  const text = mended.lines.join('\n');
  const items: HealthItem[] = mergeItems([mended.item, findLostCharacters(text)]);
  return { text, encoding: encoding.label, warnings, health: { encoding, items } };
}

type Decoded = HealthEncoding & { text: string };

function decodeAll(bytes: Uint8Array, { transport, declaration }: DeclaredEncodings): Decoded {
  const marked = byteOrderMark(bytes);
  if (marked) return { ...decodeAs(bytes, marked), by: 'mark' };
  const wide = looksLikeUtf16(bytes);
  const strict = wide ? undefined : decodesStrictly(bytes, 'utf-8');
  let wrong: string | undefined;
  for (const [label, by] of [
    [transport, 'transport'],
    [declaration, 'declaration'],
  ] as const) {
    const decoder = label ? makeDecoder(label) : undefined;
    if (!decoder) continue;
    if (isBorneOut(bytes, decoder.encoding, strict, wide))
      return { ...decodeAs(bytes, decoder.encoding), by };
    wrong ??= decoder.encoding;
  }
  const found = decodeUndeclared(bytes, strict, wide);
  return wrong === undefined || wrong === found.label ? found : { ...found, declared: wrong };
}

/** Pages that declare one encoding and are in another are common enough to check. */
function isBorneOut(
  bytes: Uint8Array,
  label: string,
  strict: string | undefined,
  wide: string | undefined,
): boolean {
  if (label === 'utf-8') return strict !== undefined;
  if (label.startsWith('utf-16')) return wide === label || decodesStrictly(bytes, label) !== undefined;
  // Hardly any text in a legacy encoding is UTF-8 by chance; pure ASCII says nothing.
  if (strict !== undefined) return strict.length === bytes.length;
  return !isMisdeclared(bytes, label);
}

function decodeUndeclared(bytes: Uint8Array, strict: string | undefined, wide: string | undefined): Decoded {
  if (wide) return { ...decodeAs(bytes, wide), by: 'utf-8' };
  if (strict !== undefined) return { text: strict, label: 'utf-8', by: 'utf-8', certainty: 100 };
  const lenient = new TextDecoder().decode(bytes);
  const broken = lenient.match(/\ufffd/g)?.length ?? 0;
  const beyondAscii = lenient.match(/[^\p{ASCII}]/gu)?.length ?? 1;
  if (broken <= MOST_BROKEN * beyondAscii)
    return { text: lenient, label: 'utf-8', by: 'utf-8', certainty: 100 };
  const { label, certainty } = guessEncoding(bytes);
  return { ...decodeAs(bytes, label), by: 'guess', certainty };
}

function decodeAs(bytes: Uint8Array, label: string): { text: string; label: string; certainty: number } {
  return { text: new TextDecoder(label).decode(bytes), label, certainty: 100 };
}

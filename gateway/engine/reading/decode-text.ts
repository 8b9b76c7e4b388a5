import {
  type HealthEncoding,
  type HealthItem,
  ReadFailure,
  type ReadHealth,
  type ReadWarning,
} from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { findLostCharacters } from '#gateway/engine/health/lost-characters.ts';
import { repairMojibake } from '#gateway/engine/health/mojibake.ts';
import { type DeclaredEncodings, decodeChunks, findEncoding } from './find-encoding.ts';

/** Text of bytes in an unknown encoding, the WHATWG label it was read by, and what is to be told of that. */
interface DecodedText {
  text: string;
  encoding: string;
  warnings: ReadWarning[];
  /** How the encoding was found, letters that were lost, slices that had been decoded by the wrong table before. */
  health: ReadHealth;
}

/** Some 5,000 pages, which a reader can hold in its memory several times over. */
const MAX_CHARACTERS = 15_000_000;

/**
 * Decodes by `findEncoding`, and only a guess gives the warning `encoding-guessed` `{ encoding, confidence }`, confidence
 * in percent. Longer text than 15 million characters is cut, with `truncated`. Arabic that was decoded by the wrong table
 * before it was stored is put right. Undecodable bytes become U+FFFD. Throws `ReadFailure` `encoding-unknown` for a guess
 * below `MIN_CONFIDENCE`.
 */
export function decodeText(bytes: Uint8Array, declared: DeclaredEncodings = {}): DecodedText {
  const encoding = requireCertain(findEncoding(bytes, declared));
  const whole = new TextDecoder(encoding.label).decode(bytes);
  const warnings = warnOfGuess(encoding);
  if (whole.length > MAX_CHARACTERS) warnings.push({ code: 'truncated' });
  const repaired = repairMojibake(whole.slice(0, MAX_CHARACTERS).split('\n'));
  const text = repaired.lines.join('\n');
  const items = mergeItems([repaired.item, findLostCharacters(text)]);
  return { text, encoding: encoding.label, warnings, health: { encoding, items } };
}

/** Text that is decoded slice by slice, each ending with a line unless the line is too long to be held. */
interface DecodedSlices {
  /** `share`: how much of the bytes has been decoded, 0..1. All slices joined are the text. */
  slices: Generator<{ text: string; share: number }>;
  /** What is to be told of the text, after the last slice. */
  facts: () => { warnings: ReadWarning[]; health: ReadHealth };
}

/**
 * Percent below which a guess is no reading: no encoding that can be decoded gives words, as for text of DOS (cp720).
 */
const MIN_CONFIDENCE = 20;

function requireCertain(encoding: HealthEncoding): HealthEncoding {
  if (encoding.evidence === 'guess' && encoding.confidence < MIN_CONFIDENCE)
    throw new ReadFailure('encoding-unknown');
  return encoding;
}

const SLICE_CHARACTERS = 256 * 1024;

/** `decodeText` of any length: what was decoded by the wrong table is told by the lines of each slice alone. */
export function decodeSlices(bytes: Uint8Array, declared: DeclaredEncodings = {}): DecodedSlices {
  const encoding = requireCertain(findEncoding(bytes, declared));
  let items: HealthItem[] = [];
  function* slices(): Generator<{ text: string; share: number }> {
    let held = '';
    for (const { text, end } of decodeChunks(bytes, encoding.label)) {
      held += text;
      const isLast = end === bytes.length;
      const cut = isLast ? held.length : findCut(held);
      if (cut === 0) continue;
      const repaired = repairMojibake(held.slice(0, cut).split('\n'));
      held = held.slice(cut);
      const slice = repaired.lines.join('\n');
      items = mergeItems([...items, repaired.item, findLostCharacters(slice)]);
      yield { text: slice, share: end / bytes.length };
    }
  }
  return {
    slices: slices(),
    facts: () => ({ warnings: warnOfGuess(encoding), health: { encoding, items } }),
  };
}

/** Where a slice of what is held ends: behind its last line, or anywhere when a line is as long as four slices. */
function findCut(held: string): number {
  const line = held.lastIndexOf('\n') + 1;
  if (line > 0 || held.length < 4 * SLICE_CHARACTERS) return line;
  return held.lastIndexOf(' ') + 1 || held.length - 1;
}

function warnOfGuess({ evidence, label, confidence }: ReturnType<typeof findEncoding>): ReadWarning[] {
  if (evidence !== 'guess') return [];
  return [{ code: 'encoding-guessed', parameters: { encoding: label, confidence } }];
}

import { detect } from 'jschardet';
import { ARABIC_WORDS } from '#gateway/text/health/arabic-words.ts';
import { weighWord } from '#gateway/text/health/weigh-word.ts';
import { makeDecoder } from './encodings.ts';

const SAMPLE = 256 * 1024;
/** Under this a statistical guess is no better than the commonest Arabic legacy encoding. */
const LEAST_CERTAINTY = 0.3;
/** What programs wrote Arabic in before Unicode, as far as the platform decodes it. */
const ARABIC_ENCODINGS = ['windows-1256', 'iso-8859-6'] as const;
const MARKUP = /<[^>]{0,2000}>|&#?\w{1,10};/g;

/** The likeliest encoding of bytes that are no UTF-8: a WHATWG label and how certain it is, in percent. */
export function guessEncoding(bytes: Uint8Array): { label: string; certainty: number } {
  const sample = bytes.subarray(0, SAMPLE);
  const arabic = ARABIC_ENCODINGS.map((label) => ({ label, certainty: plausibility(sample, label) })).reduce(
    (one, other) => (other.certainty > one.certainty ? other : one),
  );
  if (arabic.certainty >= 60) return arabic;
  const found = detect(sample);
  const decoder =
    found.encoding !== null && found.confidence >= LEAST_CERTAINTY ? makeDecoder(found.encoding) : undefined;
  // Accents inside Latin words are no Arabic, whatever the statistics of so few bytes say.
  const isDoubtful = !decoder || ARABIC_ENCODINGS.some((label) => label === decoder.encoding);
  if (isDoubtful && looksLatin(sample)) return { label: 'windows-1252', certainty: 50 };
  if (!decoder) return { label: 'windows-1256', certainty: arabic.certainty };
  return { label: decoder.encoding, certainty: Math.round(found.confidence * 100) };
}

function looksLatin(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const accented = text.match(/[À-ÖØ-öø-ÿ]/g)?.length ?? 0;
  const within = text.match(/(?<=[A-Za-z])[À-ÖØ-öø-ÿ]|[À-ÖØ-öø-ÿ](?=[A-Za-z])/g)?.length ?? 0;
  return within > 0.5 * accented;
}

/** Whether bytes declared to be in a single-byte encoding are Arabic in another one. */
export function isMisdeclared(bytes: Uint8Array, label: string): boolean {
  if (!/^(?:windows-125|iso-8859-|macintosh|ibm866)/.test(label)) return false;
  const sample = bytes.subarray(0, SAMPLE);
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
  let evidence = 0;
  for (const word of words.slice(0, 2000)) evidence += weighWord(word);
  // A handful of words without an article or a known one is still likelier Arabic than anything else.
  if (evidence <= 0) return evidence < 0 ? 20 : 60;
  return Math.min(99, Math.round(70 + 30 * Math.min(1, (4 * evidence) / words.length)));
}

/** Formats that are decoded. `m4a` is all of MP4 and QuickTime, `webm` also Matroska. */
export type SoundFormat =
  | 'wav'
  | 'aiff'
  | 'caf'
  | 'flac'
  | 'mp3'
  | 'aac'
  | 'm4a'
  | 'opus'
  | 'oga'
  | 'webm'
  | 'amr';

/** Bytes of the beginning that tell the format. */
export const SOUND_HEAD_BYTES = 64 * 1024;

const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];

/** The format of a sound file by its first bytes, never by its name; undefined: none that is known. */
export function detectSound(head: Uint8Array): SoundFormat | undefined {
  const nameAt = (offset: number, length = 4) =>
    String.fromCharCode(...head.subarray(offset, offset + length));
  const first = nameAt(0);
  if (first === 'RIFF' && nameAt(8) === 'WAVE') return 'wav';
  if (first === 'FORM' && ['AIFF', 'AIFC'].includes(nameAt(8))) return 'aiff';
  if (first === 'caff') return 'caf';
  if (first === 'fLaC') return 'flac';
  if (first === 'OggS') return oggFormat(head, nameAt);
  if (nameAt(0, 5) === '#!AMR') return 'amr';
  if (MP4_BOXES.includes(nameAt(4)) && head.length >= 16) return 'm4a';
  if (first === '\x1a\x45\xdf\xa3') return 'webm';
  const sound = behindTags(head);
  if (sound === head) return frameFormat(head);
  return sound.length < 4 ? 'mp3' : (frameFormat(sound) ?? (startsFlac(sound) ? 'flac' : undefined));
}

function oggFormat(
  head: Uint8Array,
  nameAt: (offset: number, length?: number) => string,
): SoundFormat | undefined {
  // The first page holds nothing but the head of its stream.
  const packet = 27 + (head[26] ?? 0);
  if (nameAt(packet, 8) === 'OpusHead') return 'opus';
  if (nameAt(packet, 7) === '\x01vorbis') return 'oga';
  return nameAt(packet, 5) === '\x7fFLAC' ? 'flac' : undefined;
}

/** ADTS or MPEG layers II and III. Layer I is left out: the mark of UTF-16 text looks like it. */
function frameFormat(bytes: Uint8Array): SoundFormat | undefined {
  const [sync = 0, second = 0, third = 0] = bytes;
  if (sync !== 0xff) return undefined;
  if ((second & 0xf6) === 0xf0) return (third & 0x3c) >> 2 < 13 ? 'aac' : undefined;
  const layer = (second >> 1) & 3;
  const isFrame = (second & 0xe0) === 0xe0 && ((second >> 3) & 3) !== 1 && (layer === 1 || layer === 2);
  return isFrame && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? 'mp3' : undefined;
}

function startsFlac(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'fLaC';
}

/** What follows ID3v2 tags, of which careless programs write several. */
export function behindTags(head: Uint8Array): Uint8Array {
  let rest = head;
  while (rest.length > 10 && String.fromCharCode(...rest.subarray(0, 3)) === 'ID3')
    rest = rest.subarray(tagLength(rest));
  return rest;
}

/** Bytes of an ID3v2 tag with its head. */
function tagLength(head: Uint8Array): number {
  const part = (offset: number, shift: number) => ((head[offset] ?? 0) & 0x7f) << shift;
  return 10 + (part(6, 21) | part(7, 14) | part(8, 7) | part(9, 0)) + ((head[5] ?? 0) & 0x10 ? 10 : 0);
}

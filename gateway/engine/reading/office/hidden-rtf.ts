import { type HiddenText, recordHidden } from '#gateway/engine/reading/hidden-text.ts';

const [BACKSLASH, OPEN, CLOSE] = [0x5c, 0x7b, 0x7d];
const CONTROL = /^\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'[0-9a-fA-F]{2}|[^a-z])/;

/**
 * An RTF file without the text between `\v` and `\v0`, `\plain` or the end of its group; the same bytes when it hides nothing.
 * What was hidden is noted as far as it is written in one byte a letter or in Unicode.
 */
export function blankHiddenRtf(bytes: Uint8Array, hidden: HiddenText): Uint8Array {
  if (!mayHide(bytes)) return bytes;
  // One character a byte.
  const text = new TextDecoder('latin1').decode(bytes);
  const visible = new Uint8Array(bytes.length);
  let length = 0;
  let noted = '';
  const groups: boolean[] = [];
  let isHidden = false;
  const keep = (from: number, to: number): void => {
    visible.set(bytes.subarray(from, to), length);
    length += to - from;
  };
  for (let offset = 0; offset < bytes.length; ) {
    const byte = bytes[offset];
    if (byte === OPEN || byte === CLOSE) {
      if (byte === OPEN) groups.push(isHidden);
      else isHidden = groups.pop() ?? false;
      keep(offset, ++offset);
    } else if (byte === BACKSLASH) {
      const [whole = '\\', word, value] = CONTROL.exec(text.slice(offset, offset + 50)) ?? [];
      const data = word === 'bin' ? Math.max(0, Number(value ?? 0)) : 0;
      if (word === 'v') isHidden = value !== '0';
      else if (word === 'plain') isHidden = false;
      const letter = letterOf(whole, word, value);
      if (!isHidden || letter === undefined)
        keep(offset, Math.min(offset + whole.length + data, bytes.length));
      else noted += letter;
      offset += whole.length + data;
    } else {
      let end = offset + 1;
      while (end < bytes.length && bytes[end] !== BACKSLASH && bytes[end] !== OPEN && bytes[end] !== CLOSE)
        end++;
      if (isHidden) noted += text.slice(offset, end);
      else keep(offset, end);
      offset = end;
    }
    if (!isHidden && noted !== '') {
      recordHidden(hidden, noted);
      noted = '';
    }
  }
  recordHidden(hidden, noted);
  return visible.subarray(0, length);
}

/** Whether the control word `\v` stands anywhere. */
function mayHide(bytes: Uint8Array): boolean {
  for (let offset = bytes.indexOf(BACKSLASH); offset >= 0; offset = bytes.indexOf(BACKSLASH, offset + 1)) {
    const after = bytes[offset + 2] ?? 0;
    if (bytes[offset + 1] === 0x76 && !(after >= 0x61 && after <= 0x7a)) return true;
  }
  return false;
}

const ARABIC = new TextDecoder('windows-1256');

/** The letter that a control stands for; undefined for a formatting control. */
function letterOf(whole: string, word: string | undefined, value: string | undefined): string | undefined {
  if (whole.startsWith("\\'")) return ARABIC.decode(Uint8Array.of(Number.parseInt(whole.slice(2), 16)));
  if (word === 'u') return String.fromCharCode(Number(value ?? 0) & 0xffff);
  return undefined;
}

/** A decoder by any of the names that encodings go by; undefined where there is none. */
export function makeDecoder(label: string): TextDecoder | undefined {
  const name = label.trim().toLowerCase();
  try {
    return new TextDecoder(name === 'ascii' ? 'utf-8' : name.replace(/^cp-?(125\d)$/, 'windows-$1'));
  } catch {
    return undefined;
  }
}

export function decodesStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * UTF-16 without a mark passes for UTF-8: its Latin high bytes are 00 and its Arabic ones 06, both ASCII.
 * No text has those in a third of all bytes of one parity.
 */
export function looksLikeUtf16(bytes: Uint8Array): string | undefined {
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

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const LAST_SIX = 0b111111;

/** Bytes as base64. `btoa` wants them as a string first, which takes ten times as long for a picture of megabytes. */
export function toBase64(bytes: Uint8Array): string {
  const whole = bytes.byteLength - (bytes.byteLength % 3);
  const letters = new Uint8Array((whole / 3) * 4);
  const letter = (six: number): number => ALPHABET[six & LAST_SIX] ?? 0;
  for (let from = 0, to = 0; from < whole; from += 3, to += 4) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    letters[to] = letter(three >> 18);
    letters[to + 1] = letter(three >> 12);
    letters[to + 2] = letter(three >> 6);
    letters[to + 3] = letter(three);
  }
  const rest = btoa(String.fromCharCode(...bytes.subarray(whole)));
  return new TextDecoder().decode(letters) + rest;
}

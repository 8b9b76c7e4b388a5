/** Part of Node and of every browser; this folder is compiled with the types of neither. */
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode(bytes: Uint8Array): string };

interface DecodedText {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'windows-1256';
}

/**
 * Text of a file in UTF-8 or UTF-16 (little-endian, with its mark), else in Windows-1256, which Arabic spreadsheets write
 * and in which every byte is valid. Byte order marks are left out. Undefined for a binary file.
 */
export function decodeTextFile(bytes: Uint8Array): DecodedText | undefined {
  const decode = (encoding: DecodedText['encoding']): DecodedText => ({
    text: new TextDecoder(encoding, { fatal: true }).decode(bytes),
    encoding,
  });
  const isMarked = bytes[0] === 0xff && bytes[1] === 0xfe;
  const decoded = (() => {
    try {
      return decode(isMarked ? 'utf-16le' : 'utf-8');
    } catch {
      return decode('windows-1256');
    }
  })();
  return decoded.text.includes('\0') ? undefined : decoded;
}

export type TextFile = { text: string; encoding: 'utf-8' | 'windows-1256' };

/** A text file as people have it: UTF-8, or what spreadsheets in Arabic wrote for decades. Undefined when it is neither. */
export async function readTextFile(file: Blob): Promise<TextFile | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decode = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
  try {
    return sound({ text: decode(marked ?? 'utf-8'), encoding: 'utf-8' });
  } catch {
    // Every byte is a letter in it, so it comes last.
    return sound({ text: decode('windows-1256'), encoding: 'windows-1256' });
  }
}

function sound(file: TextFile): TextFile | undefined {
  return file.text.includes('\0') ? undefined : file;
}

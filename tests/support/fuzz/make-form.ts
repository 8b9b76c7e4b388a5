/** Multipart bodies, well formed or not. */
import type { Random } from '../fleet/random.ts';
import { mutateText, ODD_TEXTS } from './odd-values.ts';

interface Part {
  name: string;
  fileName?: string;
  type?: string;
  bytes: Buffer;
}

/** The first bytes of formats, so that detection and decoders are met. */
const CONTENTS: readonly Buffer[] = [
  Buffer.from('يبدأ الدوام عند الثامنة.\n\nWork starts at 8.'),
  Buffer.from('# عنوان\n\n| أ | ب |\n|---|---|\n| 1 | 2 |\n'),
  Buffer.from('<!doctype html><h1>عنوان</h1><p>نص طويل بما يكفي.</p>'),
  Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'),
  Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'latin1'),
  Buffer.from('{\\rtf1\\ansi مرحبا}'),
  Buffer.from('name,قيمة\n=1+1,٢\n'),
  Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
  Buffer.from('MZ\u0090\u0000', 'latin1'),
  Buffer.from('ID3\u0004', 'latin1'),
  Buffer.alloc(0),
  Buffer.alloc(300_000, 'س'),
  makeWav(0.2),
];

function makeWav(seconds: number): Buffer {
  const data = Buffer.alloc(Math.round(16_000 * seconds) * 2, 7);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

export function makeForm(
  fields: Record<string, unknown>,
  file: string,
  random: Random,
): { type: string; body: Buffer } {
  const isOdd = random.next() < 0.5;
  const parts: Part[] = Object.entries(fields).map(([name, value]) => ({
    name,
    bytes: Buffer.from(String(value)),
  }));
  const isSound = file === 'Record';
  const content = isSound && random.next() < 0.6 ? makeWav(0.2) : random.pick(CONTENTS);
  parts.push({ name: file, fileName: isSound ? 'صوت.wav' : 'ملف.txt', bytes: content });
  if (isOdd) mutateParts(parts, random);
  const boundary = `----حد${random.below(1e9)}`.replace(/[^\x20-\x7e]/g, 'x');
  let body = Buffer.concat([
    ...parts.map((part) => encode(part, boundary)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  let type = `multipart/form-data; boundary=${boundary}`;
  if (isOdd && random.next() < 0.4) {
    const change = random.below(6);
    if (change === 0) type = 'multipart/form-data';
    else if (change === 1) type = `multipart/form-data; boundary=${'b'.repeat(random.pick([71, 5_000]))}`;
    else if (change === 2) type = 'multipart/form-data; boundary=""';
    else if (change === 3) body = body.subarray(0, random.below(body.length + 1));
    else if (change === 4) body = Buffer.concat([Buffer.from(`--${boundary}\r\n`), body]);
    else body = Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  }
  return { type, body };
}

function mutateParts(parts: Part[], random: Random): void {
  const index = random.below(parts.length);
  const part = parts[index];
  if (!part) return;
  switch (random.below(8)) {
    case 0:
      parts.splice(index, 1);
      break;
    case 1:
      parts.push(part, part);
      break;
    case 2:
      for (let more = 0; more < random.pick([50, 1_500]); more++)
        parts.unshift({ name: `f${more}`, bytes: Buffer.from('ق') });
      break;
    case 3:
      part.name = mutateText(part.name, random);
      break;
    case 4:
      part.fileName = random.pick([
        ...ODD_TEXTS,
        '..',
        'a.exe',
        'CON',
        `${'ن'.repeat(300)}.txt`,
        'a".txt',
        'x.docx',
      ]);
      break;
    case 5:
      part.bytes = Buffer.from(mutateText(part.bytes.toString('utf8'), random));
      break;
    case 6:
      part.type = random.pick(['text/html', 'application/pdf', 'x/y; charset=utf-16', 'ليس نوعًا', '']);
      break;
    default:
      delete part.fileName;
  }
}

function encode({ name, fileName, type, bytes }: Part, boundary: string): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

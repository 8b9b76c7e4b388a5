import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const shared = '../shared/data';
const head = (path: string): Uint8Array => readFileSync(`${shared}/${path}`).subarray(0, HEAD_BYTES);

/** A compound file as old Office wrote it: the signature, and the names of its streams in UTF-16. */
function compoundFile(...streams: string[]): Uint8Array {
  const bytes = new Uint8Array(4096);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  streams.forEach((name, index) => {
    bytes.set(Buffer.from(name, 'utf16le'), 1024 + index * 128);
  });
  return bytes;
}

describe('text formats', () => {
  const table = 'الاسم,المدينة,السن\nسارة,جدة,31\nخالد,مكة,28\n';
  test.each([
    ['دليل.txt', 'text/plain', 'يهدف هذا الدليل إلى توضيح الإجراءات.', 'txt'],
    ['دليل.md', '', '# عنوان\n\nنص', 'md'],
    ['دليل.csv', '', table, 'csv'],
    ['بلا امتداد', '', table, 'csv'],
    ['بلا امتداد', '', '# عنوان\n\nنص', 'md'],
    ['بلا امتداد', 'text/html; charset=utf-8', '<p>نص</p>', 'html'],
    ['page.htm', '', '<p>نص</p>', 'html'],
    ['page.txt', 'text/plain', '<!-- ملاحظة -->\n<!DOCTYPE html><title>عنوان</title>', 'html'],
    ['note.pdf', 'application/pdf', 'نص عادي باسم خاطئ', 'txt'],
    ['BMW.txt', '', 'BMW وغيرها من السيارات', 'txt'],
    ['wide.txt', '', '\ufeffنص', 'txt'],
  ])('%s declared as "%s" is %4$s', async (name, mime, text, format) => {
    expect(await detectType(utf8(text), name, mime)).toMatchObject({
      kind: 'File',
      format,
      extension: format,
    });
  });

  test.each([
    ['<!---->'.repeat(1_000), 'txt'],
    [`${'<!-- ملاحظة -->\n'.repeat(1_000)}<html lang="ar">`, 'html'],
    [`<?xml version="1.0"?>\n${'<!---->'.repeat(1_000)}<!DOCTYPE  html>`, 'html'],
    [`${' <!-- '.repeat(1_000)}دليل`, 'txt'],
    [`${'<?xml '.repeat(1_000)}دليل`, 'txt'],
    [`<!--${'-'.repeat(6_000)}--><html>`, 'txt'],
    ['\n'.repeat(9_000) + 'دليل', 'txt'],
  ])('passes many comments in one go (%#)', async (text, format) => {
    expect(await detectType(utf8(text), 'دليل.txt', 'text/plain')).toMatchObject({ format });
  });

  test('is not misled by a head that ends inside of a character', async () => {
    for (const length of [HEAD_BYTES, HEAD_BYTES - 1]) {
      const bytes = utf8('د'.repeat(HEAD_BYTES)).subarray(0, length);
      expect(await detectType(bytes, 'طويل.txt', '')).toMatchObject({ format: 'txt' });
    }
    const wrongly = utf8(`<!DOCTYPE html><p>${'د'.repeat(HEAD_BYTES)}`).subarray(0, HEAD_BYTES);
    expect(await detectType(wrongly, 'x.pdf', '')).toMatchObject({ format: 'html' });
  });

  test('reads windows-1256 as text', async () => {
    const bytes = latin1('\xc7\xe1\xcf\xda\xe3 \xc7\xe1\xdd\xe4\xed \xe1\xe1\xda\xe3\xe1\xc7\xc1');
    expect(await detectType(bytes, 'قديم.txt', '')).toMatchObject({ format: 'txt', mime: 'text/plain' });
  });

  test.each([
    ['data.json', '{"اسم":"سارة"}'],
    ['run.sh', '#!/bin/sh\necho مرحبا\n'],
    ['shape.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a.dat', 'رسوم التوصيل 18 ريالًا'],
    ['fake.png', '# ليست صورة'],
  ])('accepts %s as plain text', async (name, text) => {
    expect(await detectType(utf8(text), name, '')).toMatchObject({ format: 'txt', mime: 'text/plain' });
  });
});

describe('containers of text', () => {
  const mail = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: إشعار\r\nMIME-Version: 1.0\r\n';
  const archive = 'MIME-Version: 1.0\nContent-Type: multipart/related;\n\tboundary="x"\n\n--x\n';
  const workbook = '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">';
  test.each([
    ['بريد.eml', `${mail}\r\nنص`, 'eml'],
    ['بريد.eml', 'Subject: إشعار\nDate: Sun, 1 Mar 2026 10:00:00 +0300\n\nنص', 'eml'],
    ['بريد.txt', `${mail}Content-Type: multipart/related; boundary=x\r\n\r\nنص`, 'eml'],
    ['صفحة.mht', archive, 'mht'],
    ['صفحة.doc', archive, 'mht'],
    ['صفحة', `From: <Saved by Blink>\nSubject: صفحة\n${archive}`, 'mht'],
    ['تصدير.doc', 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>نص', 'mht'],
    ['فروع.xls', workbook, 'xml'],
    ['فروع.xml', workbook, 'xml'],
    ['خلاصة.xml', '<?xml version="1.0"?><rss><title>أخبار</title></rss>', 'txt'],
    ['ملاحظة.txt', 'From: منى\nTo: سعاد\nSubject: موعد\n\nنلتقي غدًا', 'txt'],
    ['تعليمات.txt', 'العنوان: الرياض\nالهاتف: 920012345\n\nنص', 'txt'],
    ['تصدير.xls', '<table><tr><td>الفرع</td></tr></table>', 'html'],
    ['تصدير.xls', 'الفرع\tالهاتف\nالعليا\t0112223344\n', 'csv'],
    ['تصدير.doc', '{\\rtf1 text}', 'rtf'],
  ])('%s is %3$s', async (name, text, format) => {
    expect(await detectType(utf8(text), name, '')).toMatchObject({ kind: 'File', format });
  });
});

describe('a page by its type', () => {
  test.each([
    ['c', 'application/csv', 'الفرع,الهاتف\nالعليا,0112223344\n', 'csv'],
    ['export.php', 'text/csv; charset=utf-8', 'الفرع,الهاتف\nالعليا,0112223344\n', 'csv'],
    ['page.aspx', 'text/html', '<p>نص</p>', 'html'],
    ['notes.txt', 'text/html', 'نص', 'txt'],
  ])('%s sent as %s', async (name, mime, text, format) => {
    expect(await detectType(utf8(text), name, mime)).toMatchObject({ format });
  });
});

describe('binary formats', () => {
  test.each([
    ['كتاب.doc', ['WordDocument'], { extension: 'DOC', saveAs: 'DOCX' }],
    ['أرقام.xls', ['Workbook'], { extension: 'XLS', saveAs: 'XLSX' }],
    ['عرض.ppt', ['PowerPoint Document'], { extension: 'PPT', saveAs: 'PPTX' }],
    ['renamed.docx', ['WordDocument'], { extension: 'DOC', saveAs: 'DOCX' }],
    ['far-directory.doc', [], { extension: 'DOC', saveAs: 'DOCX' }],
  ])('names the format to save %s as', async (name, streams, parameters) => {
    expect(await detectType(compoundFile(...streams), name, '')).toEqual({
      refused: 'old-office-format',
      parameters,
    });
  });

  test('takes a new document under a password, for reading to say so', async () => {
    const bytes = compoundFile('EncryptionInfo', 'EncryptedPackage');
    expect(await detectType(bytes, 'سري.docx', '')).toMatchObject({ format: 'docx' });
  });

  test('refuses compound files without an Office document', async () => {
    expect(await detectType(compoundFile('__properties'), 'x.msi', '')).toMatchObject({
      refused: 'type-not-accepted',
    });
  });

  test('accepts pictures, and tells a recording from a film by its declared type', async () => {
    const png = latin1(
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\0IDAT',
    );
    expect(await detectType(png, 'صورة.pdf', '')).toEqual({
      mime: 'image/png',
      kind: 'Image',
      extension: 'png',
    });
    const webm = latin1(
      '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm\x42\x87\x81\x04',
    );
    expect(await detectType(webm, 'a.webm', 'video/webm')).toMatchObject({ kind: 'Video' });
    expect(await detectType(webm, 'a.webm', 'audio/webm')).toMatchObject({ kind: 'Audio' });
  });

  test('finds a document at the end of an archive that begins with pictures', async () => {
    const bytes = new Uint8Array(2048);
    bytes.set(latin1('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x04\0\0\0\x04\0\0\x0a\0\0\0m/p1.dat01'));
    const tail = async () => latin1('PK\x01\x02 ppt/presentation.xml');
    expect(await detectType(bytes, 'عرض.pptx', '', tail)).toMatchObject({ format: 'pptx' });
    expect(await detectType(bytes, 'عرض.pptx', '')).toMatchObject({ refused: 'content-mismatch' });
  });

  test.each([
    ['برنامج.pdf', { refused: 'content-mismatch', parameters: { extension: 'PDF' } }],
    ['ملاحظات.txt', { refused: 'content-mismatch', parameters: { extension: 'TXT' } }],
    ['برنامج.bin', { refused: 'type-not-accepted', parameters: { type: 'ELF' } }],
    ['برنامج', { refused: 'type-not-accepted', parameters: { type: 'ELF' } }],
  ] as const)('gives the fault of a program called %s', async (name, refused) => {
    const program = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await detectType(program, name, '')).toEqual(refused);
  });

  test('reports unrecognised bytes as an unknown type, or as the type of their name', async () => {
    const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37) % 32);
    expect(await detectType(bytes, 'ملف', '')).toEqual({ refused: 'type-unknown', parameters: {} });
    expect(await detectType(bytes, 'ملف.dat', '')).toEqual({
      refused: 'type-not-accepted',
      parameters: { type: 'DAT' },
    });
  });

  test('names an empty file', async () => {
    expect(await detectType(new Uint8Array(), 'فارغ.pdf', '')).toEqual({
      refused: 'empty-file',
      parameters: {},
    });
  });
});

describe.skipIf(!existsSync(shared))('shared files (../shared/data)', () => {
  test.each(['docx', 'odt', 'rtf', 'epub', 'html'])('craft.Amiri.%s', async (format) => {
    expect(await detectType(head(`documents/craft.Amiri.${format}`), 'دليل', '')).toMatchObject({ format });
  });
  test.each([
    ['html_named.pdf', { format: 'html' }],
    ['pdf_named.docx', { format: 'pdf' }],
    ['js_action.pdf', { format: 'pdf' }],
    ['truncated.docx', { format: 'docx' }],
    ['nul.html', { format: 'html' }],
    ['exe_named.docx', { refused: 'content-mismatch', parameters: { extension: 'DOCX' } }],
    ['garbage.pdf', { refused: 'content-mismatch', parameters: { extension: 'PDF' } }],
    ['empty.docx', { refused: 'empty-file' }],
  ])('hostile/%s', async (name, expected) => {
    expect(await detectType(head(`hostile/${name}`), name, '')).toMatchObject(expected);
  });
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadResult } from '#contract/uploads.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { createFormDataReader } from '#gateway/modules/files/adapters/form-reader-formdata.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway({ settings: { maxUploadBytes: 1024 * 1024 } });
});
afterAll(() => gateway.close());

const resultOf = async (response: Response): Promise<UploadResult> => {
  expect(response.status).toBe(200);
  return (await response.json()) as UploadResult;
};
const pathIn = (address: string): string => address.slice(ORIGIN.length);

describe('an upload', () => {
  test('is stored under its name and comes back byte for byte', async () => {
    const { response } = await gateway.upload('دليل الموظف (نهائي).txt', 'أهلًا وسهلًا');
    expect(response.headers.get('x-consumption')).toBe('0/1000000');
    const result = await resultOf(response);
    expect(result).toMatchObject({ FileName: 'دليل الموظف (نهائي).txt', FileMimeType: 'text/plain' });
    expect(result.FileURL.endsWith(`/${encodeURIComponent(result.FileName)}`)).toBe(true);
    const file = await gateway.call(pathIn(result.FileURL), {
      headers: { 'x-user-auth': null, 'x-bot': null },
    });
    expect(await file.text()).toBe('أهلًا وسهلًا');
  });

  test('413 names the limit, whether the length was announced or not', async () => {
    const { response } = await gateway.upload('كبير.txt', 'ا'.repeat(1024 * 1024));
    expect(await faultOf(response)).toMatchObject({
      status: 413,
      fault: 'file-too-large',
      parameters: { limitMegabytes: 1 },
    });
    const early = await gateway.call('/api/UploadBlob', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '99999999' },
      body: '--x--',
    });
    expect(early.status).toBe(413);
  });

  test('a refused file leaves no blob behind', async () => {
    const removed: string[] = [];
    const names = new Set<string>();
    const careful = await createTestGateway({
      settings: { maxUploadBytes: 20_000 },
      ports: ({ blobs }) => ({
        blobs: {
          ...blobs,
          create: async () => {
            const writer = await blobs.create();
            return {
              ...writer,
              commit: async () => {
                const committed = await writer.commit();
                names.add(committed.key);
                return committed;
              },
            };
          },
          remove: async (key) => {
            removed.push(key);
            names.delete(key);
            await blobs.remove(key);
          },
        },
      }),
    });
    await careful.upload('برنامج.bin', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]));
    await careful.upload('نص.txt', 'نص', { 'Model.FileType': 'Image' });
    await careful.upload('نص.txt', 'نص', { ConvertAttachmentTo: 'docx' });
    const { response } = await careful.upload('قائمة.csv', 'أ,ب,ج,د\n'.repeat(1_000), {
      ConvertAttachmentTo: 'html',
    });
    expect(await faultOf(response)).toMatchObject({
      status: 400,
      fault: 'cannot-convert',
      field: 'ConvertAttachmentTo',
      parameters: { reason: 'converted-too-large', megabytes: 0.01 },
    });
    expect(removed.length).toBeGreaterThanOrEqual(4);
    expect([...names]).toEqual([]);
    await careful.close();
  });

  test('a reader stopped from outside is not blamed on the file', async () => {
    const convert = () => Promise.reject(new ReadFailure('indexing-interrupted'));
    const ended = await createTestGateway({ ports: ({ reader }) => ({ reader: { ...reader, convert } }) });
    const { response } = await ended.upload('نص.txt', 'نص', { ConvertAttachmentTo: 'md' });
    expect(await faultOf(response)).toMatchObject({ status: 500, fault: 'internal' });
    await ended.close();
  });

  test.each([
    ['busboy', createBusboyReader()],
    ['formData', createFormDataReader()],
  ] as const)('takes one file alone, and keeps nothing of a second (%s)', async (_, forms) => {
    const folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
    const blobs = await createDiskBlobs(folder);
    const careful = await createTestGateway({ ports: () => ({ forms, blobs }) });
    const form = new FormData();
    form.append('Attachment', new Blob(['نص أول']), 'أول.txt');
    form.append('Attachment', new Blob(['نص ثان']), 'ثان.txt');
    const response = await careful.call('/api/UploadBlob', { method: 'POST', body: form });
    expect(await faultOf(response)).toMatchObject({
      status: 400,
      fault: 'invalid-field',
      field: 'Attachment',
    });
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
    await careful.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['برنامج.pdf', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), {}, 415, 'content-mismatch', null],
    ['فارغ.txt', '', {}, 400, 'file-empty', 'Attachment'],
    ['نص.txt', 'نص', { 'Model.FileType': 'Video' }, 400, 'type-contradicts', 'Model.FileType'],
    ['نص.txt', 'نص', { 'Model.FileType': 'Text' }, 400, 'invalid-field', 'Model.FileType'],
    ['نص.txt', 'نص', { ConvertAttachmentTo: 'pdf' }, 400, 'invalid-field', 'ConvertAttachmentTo'],
    ['نص.txt', 'نص', { EncryptFileName: 'yes' }, 400, 'invalid-field', 'EncryptFileName'],
  ] as const)('%s is refused with its reason', async (name, content, fields, status, fault, field) => {
    const { response } = await gateway.upload(name, content, fields);
    expect(await faultOf(response)).toMatchObject({ status, fault, field });
  });

  test('File is the general kind, and text is accepted under any name', async () => {
    const gif = new TextEncoder().encode('GIF89a\x01\0\x01\0\0\0\0');
    const picture = await gateway.upload('صورة.gif', gif, { 'Model.FileType': 'File' });
    expect((await resultOf(picture.response)).FileMimeType).toBe('image/gif');
    const text = await gateway.upload('ملاحظات.json', '{"الرسوم":"18 ريالًا"}');
    expect(await resultOf(text.response)).toMatchObject({
      FileMimeType: 'text/plain',
      FileName: 'ملاحظات.json',
    });
  });

  test('415 lists the accepted types', async () => {
    const { response } = await gateway.upload('x.bin', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]));
    const { parameters, text } = await faultOf(response);
    expect(parameters['accepted']).toEqual(
      expect.arrayContaining(['pdf', 'docx', 'txt', 'rtf', 'png', 'mp3']),
    );
    expect(text).toContain('docx');
  });

  test('a form without the file, or a body that is not a form, is 400', async () => {
    const form = new FormData();
    form.set('attachment', new Blob(['نص']), 'نص.txt');
    const wrongName = await gateway.call('/api/UploadBlob', { method: 'POST', body: form });
    expect(await faultOf(wrongName)).toMatchObject({
      status: 400,
      fault: 'file-missing',
      field: 'Attachment',
    });
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'no boundary here'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="Attachment"; filename="x.txt"\r\n\r\nhalf',
      ],
    ] as const) {
      const response = await gateway.call('/api/UploadBlob', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(await faultOf(response)).toMatchObject({ status: 400 });
    }
  });

  test('EncryptFileName: path and address hide the name, FileName shows it', async () => {
    const { response } = await gateway.upload('سري-جدا.txt', 'نص', { EncryptFileName: 'true' });
    const result = await resultOf(response);
    expect(result.FileName).toBe('سري-جدا.txt');
    expect(decodeURIComponent(result.FileURL) + result.FilePath).not.toContain('سري');
    const file = await gateway.call(pathIn(result.FileURL));
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).not.toContain('سري');
  });

  test('ConvertAttachmentTo stores the text and renames the file', async () => {
    const html = '<html><body><h1>العنوان</h1><p>فقرة &lt;أولى&gt;</p></body></html>';
    const { response } = await gateway.upload('صفحة.html', html, { ConvertAttachmentTo: 'md' });
    const result = await resultOf(response);
    expect(result).toMatchObject({ FileName: 'صفحة.md', FileMimeType: 'text/markdown' });
    const text = await (await gateway.call(pathIn(result.FileURL))).text();
    expect(text).toContain('# العنوان');
    expect(text).toContain('فقرة \\<أولى>');
  });

  test('a picture is stored, but cannot become text', async () => {
    const png = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (character) => character.charCodeAt(0),
    );
    const stored = await resultOf(
      (await gateway.upload('صورة.png', png, { 'Model.FileType': 'Image' })).response,
    );
    expect(stored.FileMimeType).toBe('image/png');
    const { response } = await gateway.upload('صورة.png', png, { ConvertAttachmentTo: 'txt' });
    expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'cannot-convert' });
    const registered = await gateway.call('/api/AIKnowledge/1', {
      method: 'POST',
      json: {
        title: 'صورة',
        KnowledgeSource: 0,
        SourceContent: [
          {
            FileName: 'صورة.png',
            FileUrl: stored.FileURL,
            FilePath: stored.FilePath,
            FileSize: png.byteLength,
          },
        ],
      },
    });
    expect(await faultOf(registered)).toMatchObject({ status: 400, fault: 'file-not-readable' });
  });

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\مجلد\\تقرير.txt', 'تقرير.txt'],
    ['a\u202Etxt.exe.txt', 'atxt.exe.txt'],
    ['...', 'file.txt'],
    [`${'ط'.repeat(400)}.txt`, `${'ط'.repeat(146)}.txt`],
  ])('the name %s cannot leave its folder or mislead', async (sent, stored) => {
    const result = await resultOf((await gateway.upload(sent, 'نص عربي', {})).response);
    expect(result.FileName).toBe(stored);
    expect(result.FilePath.split('/')).toHaveLength(3);
  });
});

describe('a file address', () => {
  const open = async (
    change: (path: string) => string = (path) => path,
    headers: Record<string, string> = {},
  ) => {
    const result = await resultOf(
      (await gateway.upload('ملف.html', '<script>alert(1)</script><p>نص عربي</p>')).response,
    );
    return gateway.call(change(pathIn(result.FileURL)), { headers });
  };

  test('is served as an attachment that no browser runs', async () => {
    const response = await open();
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_.html"; filename*=UTF-8''${encodeURIComponent('ملف.html')}`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('content-length')).toBe(String((await response.arrayBuffer()).byteLength));
  });

  test('serves ranges', async () => {
    const part = await open(undefined, { range: 'bytes=1-6' });
    expect([part.status, await part.text()]).toEqual([206, 'script']);
    expect(part.headers.get('content-range')).toMatch(/^bytes 1-6\/\d+$/);
    const end = await open(undefined, { range: 'bytes=-4' });
    expect([end.status, await end.text()]).toEqual([206, '</p>']);
    const outside = await open(undefined, { range: 'bytes=9999-' });
    expect(outside.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
    expect(await faultOf(outside)).toMatchObject({ status: 416, fault: 'range-unsatisfiable' });
    expect((await open(undefined, { range: 'bytes=0-1,3-4' })).status).toBe(200);
  });

  test('is good for a day, for this file of this bot only', async () => {
    const changes: ((path: string) => string)[] = [
      (path) => path.replace('/Files/1/', '/Files/2/'),
      (path) => path.replace(/\/Files\/1\/[^/]+/, '/Files/1/other'),
      (path) => path.replace(/\.([\w-])/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
      (path) =>
        path.replace(
          /\/([0-9a-z])([0-9a-z]+)\./,
          (_, first: string, rest: string) => `/${first}z${rest.slice(1)}.`,
        ),
    ];
    for (const change of changes)
      expect(await faultOf(await open(change))).toMatchObject({ status: 403, fault: 'link-expired' });

    const other = await createTestGateway();
    const { response } = await other.upload('ملف.txt', 'نص');
    const path = pathIn((await resultOf(response)).FileURL);
    other.time.now = new Date('2026-11-22T08:59:59Z');
    expect((await other.call(path)).status).toBe(200);
    other.time.now = new Date('2026-11-22T09:00:00Z');
    expect((await other.call(path)).status).toBe(403);
    await other.close();
  });
});

describe('Idempotency-Key', () => {
  const send = (key: string, content: string): Promise<Response> => {
    const form = new FormData();
    form.set('Attachment', new Blob([content]), 'نص.txt');
    return gateway.call('/api/UploadBlob', {
      method: 'POST',
      body: form,
      headers: { 'idempotency-key': key },
    });
  };

  test('a repeat returns the first file, also while the first is under way', async () => {
    const results = await Promise.all([
      send('once', 'نص أول'),
      send('once', 'نص أول'),
      send('once', 'نص أول'),
    ]);
    const paths = await Promise.all(results.map(async (response) => (await resultOf(response)).FilePath));
    expect(new Set(paths).size).toBe(1);
    const { FileURL } = await resultOf(await send('once', 'نص أول'));
    expect(await (await gateway.call(pathIn(FileURL))).text()).toBe('نص أول');
  });

  test('the same key for another file is 400', async () => {
    await send('twice', 'نص أول');
    expect(await faultOf(await send('twice', 'نص آخر'))).toMatchObject({ status: 400, fault: 'key-reused' });
  });

  test('registers once; a failure is not kept', async () => {
    const register = (title: string): Promise<Response> =>
      gateway.call('/api/AIKnowledge/1', {
        method: 'POST',
        headers: { 'idempotency-key': 'register' },
        json: { title, KnowledgeSource: 1, SourceContent: ['https://example.org/'] },
      });
    const [first, other] = await Promise.all([register('مرة'), register('مرة')]);
    expect(await responseOf(first)).toEqual(await responseOf(other));
    expect(await faultOf(await register('أخرى'))).toMatchObject({ fault: 'key-reused' });

    const broken = { title: 'x', KnowledgeSource: 1, SourceContent: ['http://127.0.0.1/'] };
    const call = (json: unknown): Promise<Response> =>
      gateway.call('/api/AIKnowledge/1', { method: 'POST', headers: { 'idempotency-key': 'broken' }, json });
    expect((await call(broken)).status).toBe(400);
    expect((await call({ ...broken, SourceContent: ['https://example.org/'] })).status).toBe(200);
  });
});

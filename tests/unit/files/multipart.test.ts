import { expect, test } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { createFormDataReader } from '#gateway/modules/files/adapters/form-reader-formdata.ts';
import type { FilePart } from '#gateway/modules/files/ports/files.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';

interface Read {
  fields: Record<string, string>;
  files: { field: string; fileName: string; mime: string; text: string }[];
}

const READERS = [
  ['busboy', createBusboyReader()],
  ['formData', createFormDataReader()],
] as const;

async function read(reader: (typeof READERS)[number][1], request: Request): Promise<Read> {
  const files: Read['files'] = [];
  const fields = await reader.read(request, async ({ field, fileName, mime, stream }: FilePart) => {
    const text = await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
    files.push({ field, fileName, mime, text });
  });
  return { fields, files };
}

const post = (body: BodyInit, type?: string): Request =>
  new Request('http://here.test/', {
    method: 'POST',
    body,
    ...(type ? { headers: { 'content-type': type } } : {}),
  });

test.each(READERS)('%s reads fields before and after the file, and Arabic names', async (_, reader) => {
  const form = new FormData();
  form.set('قبل', 'أ');
  form.set('Attachment', new Blob(['محتوى'], { type: 'text/plain' }), 'دليل "الموظف".txt');
  form.set('بعد', 'ب\r\nج');
  expect(await read(reader, post(form))).toMatchObject({
    fields: { قبل: 'أ', بعد: 'ب\r\nج' },
    files: [{ field: 'Attachment', fileName: expect.stringContaining('دليل'), text: 'محتوى' }],
  });
});

test.each(READERS)('%s refuses a body that is not a form', async (_, reader) => {
  for (const [body, type] of [
    ['x', 'multipart/form-data'],
    ['x', 'multipart/form-data; boundary=b'],
    ['', 'multipart/form-data; boundary=b'],
    ['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', 'multipart/form-data; boundary=b'],
  ] as const)
    await expect(read(reader, post(body, type))).rejects.toMatchObject({
      name: 'GatewayFault',
      code: 'malformed-form',
    });
});

test('busboy: a handler that refuses ends the reading with its own fault, though the body goes on', async () => {
  let sent = 0;
  const boundary = 'b';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="Attachment"; filename="a.txt"\r\n\r\n`;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === 0) controller.enqueue(new TextEncoder().encode(head));
      else if (sent < 400) controller.enqueue(new Uint8Array(64 * 1024));
      else {
        controller.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`));
        controller.close();
      }
      sent += 1;
    },
  });
  const request = new Request('http://here.test/', {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    duplex: 'half',
  } as RequestInit);
  const reading = createBusboyReader().read(request, async ({ stream }) => {
    const reader = stream.getReader();
    await reader.read();
    throw new GatewayFault('file-too-large', { limitMegabytes: 1 });
  });
  await expect(reading).rejects.toMatchObject({ code: 'file-too-large' });
});

test('busboy: too many or too long text parts are refused', async () => {
  const many = new FormData();
  for (let index = 0; index < 100; index++) many.set(`field${index}`, 'x');
  await expect(read(READERS[0][1], post(many))).rejects.toMatchObject({ code: 'malformed-form' });
  const long = new FormData();
  long.set('field', 'x'.repeat(100_000));
  await expect(read(READERS[0][1], post(long))).rejects.toMatchObject({ code: 'malformed-form' });
});

/** A body that sends some chunks, then breaks off, or ends. */
function bodyOf(chunks: readonly string[], end: 'breaks' | 'ends'): Request {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks[sent++];
      // What an error overtakes is lost, as on the wire.
      if (chunk === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (end === 'ends') controller.close();
      else controller.error(new Error('the line is dead'));
    },
  });
  return new Request('http://here.test/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    duplex: 'half',
  } as RequestInit);
}
const partHead = (name: string, fileName?: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n`;

test.each([
  ['breaks', [partHead('Attachment', 'أ.txt'), 'نص '.repeat(1_000)]],
  ['ends', [partHead('Attachment', 'أ.txt'), 'نص '.repeat(1_000)]],
  ['ends', [partHead('Attachment', 'أ.txt'), 'نص\r\n', partHead('long'), `${'x'.repeat(70_000)}\r\n--b--`]],
] as const)(
  'busboy: a form that %s too early is refused once its parts were tidied up (%#)',
  async (end, chunks) => {
    const steps: string[] = [];
    const reading = createBusboyReader().read(bodyOf(chunks, end), async ({ stream }) => {
      try {
        for await (const _ of stream) steps.push('read');
      } finally {
        await new Promise((resolve) => setTimeout(resolve, 50));
        steps.push('tidied');
      }
    });
    await expect(reading).rejects.toMatchObject({ code: 'malformed-form' });
    expect(steps.at(-1)).toBe('tidied');
  },
);

test('busboy: an unwanted file does not hold up later parts', async () => {
  const unwanted = [partHead('أخرى', 'كبير.txt'), ...Array<string>(50).fill('x'.repeat(64 * 1024)), '\r\n'];
  const wanted = [partHead('Attachment', 'أ.txt'), 'نص عربي\r\n', '--b--\r\n'];
  let text = '';
  await createBusboyReader().read(bodyOf([...unwanted, ...wanted], 'ends'), async ({ field, stream }) => {
    if (field === 'Attachment') text = await new Response(stream as BodyInit).text();
    else await stream.cancel();
  });
  expect(text).toBe('نص عربي');
});

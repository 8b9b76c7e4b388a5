import { expect, test } from 'vitest';
import { uploadResultSchema } from '#contract/uploads.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';
import { createTestGateway } from '#tests/support/gateway.ts';

test('decodes a name that a browser had to escape', async () => {
  const gateway = await createTestGateway({ ports: () => ({ forms: createBusboyReader() }) });
  const send = async (name: string): Promise<string> => {
    const body = [
      '--boundary',
      `Content-Disposition: form-data; name="Attachment"; filename="${name}"`,
      'Content-Type: text/plain',
      '',
      'نص عربي',
      '--boundary--',
      '',
    ].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=boundary' };
    const response = await gateway.call('/api/UploadBlob', {
      method: 'POST',
      headers,
      body: new TextEncoder().encode(body),
    });
    return uploadResultSchema.parse(await response.json()).FileName;
  };
  expect(await send('تقرير %22نهائي%22.txt')).toBe('تقرير نهائي.txt');
  expect(await send('سطر%0D%0Aآخر.txt')).toBe('سطرآخر.txt');
  expect(await send('نسبة 20%25.txt')).toBe('نسبة 20%25.txt');
  await gateway.close();
});

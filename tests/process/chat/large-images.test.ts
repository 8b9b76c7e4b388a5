/** Images of many megabytes, in a process that no other test has filled. */

import { expect, test } from 'vitest';
import { IMAGE_LIMITS } from '#contract/limits.ts';
import { faultOf } from '#tests/support/replies.ts';
import { IMAGES, openChat } from '#tests/unit/chat/setup.ts';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

test('a body with images may be larger than others, up to its own limit', async () => {
  const chat = await openChat({ settings: { concurrency: 50 } });
  const bytes = new Uint8Array(8 * 1024 * 1024);
  bytes.set(PNG_SIGNATURE);
  const image = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  const show = (...Images: string[]) => chat.ask({ Message: 'ماذا في هذه الصورة؟', Images }, IMAGES);

  const sent = await show(image);
  expect([sent.status, chat.gateway.lines.filter(({ level }) => level === 'error')]).toEqual([200, []]);
  const content = chat.bodies().at(-1)?.messages.at(-1)?.content as { image_url?: { url: string } }[];
  expect(content[1]?.image_url?.url === image).toBe(true);
  expect(await faultOf(await show(image, image))).toMatchObject({
    status: 413,
    fault: 'body-too-large',
    parameters: { limitBytes: IMAGE_LIMITS.bodyBytes },
  });
  await chat.close();
});

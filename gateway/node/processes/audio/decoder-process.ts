import { writeSync } from 'node:fs';
import { AudioDecodeError } from '#gateway/engine/sound/audio-decode-error.ts';
import { decodeSound } from '#gateway/engine/sound/decode-sound.ts';
import { denyNetwork } from '#gateway/node/processes/reader/deny-network.ts';
import type { DecoderJob, DecoderReply } from './decoder-protocol.ts';
import { AUDIO_DESCRIPTOR, REPLY_DESCRIPTOR } from './decoder-protocol.ts';

/** Decodes one record from standard input to its own descriptors, and ends. */
async function main(): Promise<void> {
  denyNetwork();
  const { job, record } = await receive();
  let reply: DecoderReply;
  try {
    const decoded = await decodeSound(record, job, {
      samples: (pcm) => send(AUDIO_DESCRIPTOR, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
      file: (bytes) => send(AUDIO_DESCRIPTOR, bytes),
    });
    reply = { decoded };
  } catch (error) {
    reply = { failure: error instanceof AudioDecodeError ? error.code : 'sound-damaged' };
  }
  send(REPLY_DESCRIPTOR, Buffer.from(JSON.stringify(reply)));
  process.exit(0);
}

async function receive(): Promise<{ job: DecoderJob; record: AsyncGenerator<Uint8Array> }> {
  const chunks = (process.stdin as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const next = await chunks.next();
    // The parent ended before it sent the job.
    if (next.done) process.exit(0);
    head = Buffer.concat([head, next.value]);
    end = head.indexOf(10);
  }
  const rest = head.subarray(end + 1);
  async function* record(): AsyncGenerator<Uint8Array> {
    if (rest.length > 0) yield new Uint8Array(rest);
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      yield new Uint8Array(next.value);
  }
  return { job: JSON.parse(head.toString('utf8', 0, end)) as DecoderJob, record: record() };
}

/** Blocks until the parent takes the bytes, so that nothing is buffered here. */
function send(descriptor: number, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(descriptor, bytes, sent);
}

await main();

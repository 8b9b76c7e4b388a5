import type { Readable } from 'node:stream';
import type { ReaderProgress, ReaderReply } from './reader-protocol.ts';

/** What a reader wrote: its reply, absent when it died before, and the document after it. */
export interface CollectedReply {
  reply: ReaderReply | undefined;
  payload: Buffer;
}

const NEWLINE = 10;

/** Takes in all that a reader writes: tells of each picture as it is begun, keeps reply and document up to `limit`. */
export async function collectReply(
  from: Readable,
  limit: number,
  on: { picture: (picture: ReaderProgress['picture']) => void; excess: () => void },
): Promise<CollectedReply> {
  const chunks: Buffer[] = [];
  let length = 0;
  let reply: ReaderReply | undefined;
  let line: Buffer = Buffer.alloc(0);

  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) on.excess();
    else if (reply !== undefined) chunks.push(chunk);
    else takeLines(chunk);
  };
  const takeLines = (chunk: Buffer): void => {
    line = Buffer.concat([line, chunk]);
    for (let end = line.indexOf(NEWLINE); end >= 0; end = line.indexOf(NEWLINE)) {
      const said = JSON.parse(line.toString('utf8', 0, end)) as ReaderReply | ReaderProgress;
      line = line.subarray(end + 1);
      if (!('picture' in said)) {
        reply = said;
        chunks.push(line);
        return;
      }
      on.picture(said.picture);
    }
  };

  try {
    for await (const chunk of from as AsyncIterable<Buffer>) take(chunk);
  } catch {
    // A killed reader's pipes may break instead of ending.
  }
  return { reply, payload: Buffer.concat(chunks) };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { callBot } from '#tests/bench/call-gateway.ts';

const DEADLINE_MS = 600_000;

interface Block {
  block: number;
  row: number;
  kind: string;
  text: string;
}

/** Adds a number to the first paragraph of a passage. */
export async function editPassage(
  origin: string,
  id: number,
  passage: number,
  number: number,
): Promise<void> {
  const unit = `/api/AIKnowledge/1/${id}`;
  const { sourceId, readingId, items } = await callBot<{
    sourceId: number;
    readingId: number;
    items: Block[];
  }>(origin, `${unit}/passages/${passage}/blocks`);
  const paragraph = items.find(({ kind }) => kind === 'paragraph');
  if (!paragraph) throw new Error(`passage ${passage} has no paragraph`);
  const { block, row, text } = paragraph;
  const place = { block, row };
  const change = { kind: 'replace', first: place, last: place, after: [`${text} (${number})`] };
  await callBot(origin, `${unit}/edits`, { sourceId, readingId, changes: [change] });
}

/** Waits until a version answers. */
export async function waitLive(origin: string, id: number, number: number): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const { items } = await callBot<{ items: { number: number; state: string }[] }>(
      origin,
      `/api/AIKnowledge/1/${id}/versions?limit=1`,
    );
    const [newest] = items;
    if (newest?.state === 'live' && newest.number >= number) return;
    await sleep(20);
  }
  throw new Error(`version ${number} of unit ${id} does not become live`);
}

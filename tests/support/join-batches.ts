import { append } from '#common/long-lists.ts';
import type { Block, BlockBatch } from '#gateway/engine/document.ts';
import { eachBatch } from '#gateway/engine/reading/read-in-batches.ts';

/** The whole document of its batches. */
export async function joinBatches<Facts>(
  batches: AsyncGenerator<BlockBatch, Facts>,
): Promise<Facts & { blocks: Block[] }> {
  const blocks: Block[] = [];
  const facts = await eachBatch(batches, (batch) => append(blocks, batch.blocks));
  return { ...facts, blocks };
}

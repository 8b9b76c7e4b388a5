import type { Block } from '#gateway/engine/document.ts';
import { applyEdits, type EditedBlock, placedEdits } from '#gateway/engine/editing/apply-edits.ts';
import type { DocumentEdit } from '#gateway/engine/editing/document-edit.ts';
import { createLocator } from '#gateway/engine/editing/locate-edits.ts';
import type { StoredReading } from '#gateway/modules/units/model.ts';
import type { EditOutcome, RunEdit } from '#gateway/modules/units/ports/edits.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

export type SourceEdits = ReturnType<typeof createSourceEdits>;

/** The edits of a run by source, and what becomes of them. */
export function createSourceEdits(ports: Pick<Ports, 'readings'>, edits: readonly RunEdit[]) {
  const bySource = Map.groupBy(edits, ({ sourceId }) => sourceId);
  const outcomes = new Map<number, EditOutcome>();
  const keptSources = new Set<number>();
  const all = (sourceId: number): readonly RunEdit[] => bySource.get(sourceId) ?? [];
  const of = (sourceId: number) => all(sourceId).filter(({ pending }) => pending !== 'withdrawn');
  return {
    of,
    /** Whether edits of the source were added or withdrawn since the version that the run begins from. */
    areChanged: (sourceId: number): boolean => all(sourceId).some(({ pending }) => pending !== null),
    /** The blocks of a reading as the edits of its source leave them, some at a time, and how many were read. */
    async *blocks(
      sourceId: number,
      reading: StoredReading,
    ): AsyncGenerator<{ edited: EditedBlock[]; count: number }> {
      const own = of(sourceId);
      const placed = own.length === 0 ? [] : await locate(ports, reading, own, outcomes);
      let count = 0;
      for await (const blocks of ports.readings.blocks(reading)) {
        const first = count;
        count += blocks.length;
        yield { edited: editBlocks(blocks, first, placed), count };
      }
    },
    /** The source keeps the text that it had, and its edits are as they were. */
    keep(sourceId: number): void {
      keptSources.add(sourceId);
      for (const { id } of all(sourceId)) outcomes.delete(id);
    },
    /** Of the edits of these sources. What is added to a text that was kept, or withdrawn from another one, is left out. */
    end: (sourceIds: readonly number[]): EditOutcome[] =>
      edits.flatMap(({ id, sourceId, pending, state, now }) => {
        if (!sourceIds.includes(sourceId) || (pending === 'withdrawn' && !keptSources.has(sourceId)))
          return [];
        return outcomes.get(id) ?? (pending === 'added' ? [] : { id, state, now });
      }),
  };
}

const editBlocks = (blocks: readonly Block[], first: number, edits: ReturnType<typeof placedEdits>) =>
  blocks.flatMap((block, index) => applyEdits(block, first + index, edits));

/** Finds edits in a stored reading; `outcomes` takes what became of each. */
export async function locate(
  { readings }: Pick<Ports, 'readings'>,
  reading: StoredReading,
  edits: readonly DocumentEdit[],
  outcomes = new Map<number, EditOutcome>(),
): Promise<ReturnType<typeof placedEdits>> {
  const locator = createLocator(reading.id, edits);
  for await (const blocks of readings.blocks(reading)) locator.add(blocks);
  const locations = locator.end();
  for (const [id, location] of locations)
    outcomes.set(id, { id, state: location.state, now: 'now' in location ? location.now : null });
  return placedEdits(edits, locations);
}

import { append } from '#common/long-lists.ts';
import type {
  EDIT_STATES,
  EditChange,
  EditRequest,
  PassageBlock,
  PassageBlocks,
  TextEdit,
} from '#contract/edits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import {
  CELL_SEPARATOR,
  type DocumentItem,
  HEADER_ROW,
  itemsOf,
  overlap,
} from '#gateway/engine/editing/document-items.ts';
import { createAnchorTaker, type TakenAnchor } from '#gateway/engine/editing/take-anchor.ts';
import { renderRow } from '#gateway/engine/splitting/split-document.ts';
import type { StoredReading, Unit } from '#gateway/modules/units/model.ts';
import type { EditStore, NewEdit, RunEdit, UnitTextEdit } from '#gateway/modules/units/ports/edits.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { locate } from './indexing/source-edits.ts';
import { readUnit, staleUnit } from './write-unit.ts';

type EditPorts = Pick<Ports, 'edits' | 'readings' | 'units' | 'wakeIndexer'>;
type Request = Parameters<EditStore['withdraw']>[3];

/** The blocks and rows of a passage, rows with the header of their table. Throws `unit-not-found`, `passage-moved`, `passage-not-editable`. */
export async function readPassageBlocks(
  ports: Pick<Ports, 'edits' | 'index' | 'readings' | 'units'>,
  botId: number,
  id: number,
  ordinal: number,
): Promise<PassageBlocks> {
  const { generation } = await readUnit(ports, botId, id);
  const [passage] = await ports.index.readPassages(botId, id, generation ?? 0, [ordinal]);
  if (!passage) throw new GatewayFault('passage-moved');
  const { sourceId, firstBlock, lastBlock } = passage;
  const reading = (await ports.readings.ofVersion(botId, id)).get(sourceId);
  if (!reading || firstBlock === undefined || lastBlock === undefined)
    throw new GatewayFault('passage-not-editable');
  const items = await readItems(ports, reading, { firstBlock, lastBlock });
  const own = (await ports.edits.ofLive(botId, id)).filter((edit) => edit.sourceId === sourceId);
  const placed = own.length === 0 ? [] : await locate(ports, reading, own);
  const lines = new Set(passage.text.split('\n'));
  const shown = items.flatMap((item) => showItem(item, placed));
  const headers = new Map(
    shown.flatMap(({ block, row, cells }) => (row === HEADER_ROW ? [[block, cells] as const] : [])),
  );
  const visible = shown.flatMap((item): PassageBlock[] => {
    if (item.cells === null || item.row === HEADER_ROW) return [item];
    const header = headers.get(item.block) ?? null;
    // Of a long table a passage has some rows.
    return lines.has(renderRow(item.cells, header ?? [])) ? [{ ...item, header }] : [];
  });
  const hasRows = (of: PassageBlock) =>
    visible.some(({ block, row }) => block === of.block && row !== HEADER_ROW);
  const blocks = visible.filter((item) => item.row !== HEADER_ROW || hasRows(item));
  return { sourceId, readingId: reading.id, items: blocks };
}

/** An item as edits leave it; nothing of what is hidden, but headers stay with the rows that are left. */
function showItem(item: DocumentItem, edits: Awaited<ReturnType<typeof locate>>): PassageBlock[] {
  const own = edits.filter((edit) => overlap(edit, { first: item, last: item }));
  const { block, row, kind } = item;
  if (row !== HEADER_ROW && own.some((edit) => edit.kind === 'hide')) return [];
  const replacement = own.find((edit) => edit.kind === 'replace');
  const cells = item.cells ? (replacement?.after ?? item.cells) : null;
  const text = cells?.join(CELL_SEPARATOR) ?? replacement?.after[0] ?? item.text;
  return [{ block, row, kind, text, cells, header: null, editId: replacement?.id ?? null }];
}

async function readItems(
  { readings }: Pick<Ports, 'readings'>,
  reading: StoredReading,
  { firstBlock, lastBlock }: { firstBlock: number; lastBlock: number },
): Promise<DocumentItem[]> {
  const items: DocumentItem[] = [];
  let number = 0;
  for await (const blocks of readings.blocks(reading)) {
    for (const block of blocks) {
      if (number >= firstBlock && number <= lastBlock) append(items, itemsOf(block, number));
      number += 1;
    }
    if (number > lastBlock) break;
  }
  return items;
}

/**
 * Keeps edits of a source; earlier edits of the same blocks are taken back, also those that wait or are of the draft.
 * Without an expected version the unit as it was read is expected: of two corrections at once the second is refused. Throws
 * `passage-moved`, `edit-empty`, `stale-unit`.
 */
export async function addEdits(
  ports: EditPorts,
  unit: Unit,
  { sourceId, readingId, changes }: Required<EditRequest>,
  { expectedVersion = unit.version, ...request }: Request,
): Promise<{ unit: Unit; edits: NewEdit[] }> {
  const { botId, id } = unit;
  const reading = (await ports.readings.ofVersion(botId, id)).get(sourceId);
  if (reading?.id !== readingId) throw new GatewayFault('passage-moved');
  const edits: NewEdit[] = [];
  for (const change of changes) edits.push({ sourceId, ...(await toEdit(ports, reading, change)) });
  const isOwn = (edit: RunEdit) => edit.sourceId === sourceId && edit.pending !== 'withdrawn';
  const own = (await ports.edits.ofRun(botId, id, null)).filter(isOwn);
  const placed = own.length === 0 ? [] : await locate(ports, reading, own);
  const replaced = placed.filter((edit) => changes.some((change) => takesPlaceOf(change, edit)));
  const ids = replaced.map((edit) => edit.id);
  const result = await ports.edits.add(botId, id, edits, { ...request, expectedVersion, replaced: ids });
  if ('conflict' in result) throw faultOf(result, id);
  ports.wakeIndexer({ botId, unitId: id });
  return { unit: result, edits };
}

/** Whether a change ends an edit of the same blocks. Names of columns and rows that are switched off leave each other. */
function takesPlaceOf(change: EditChange, edit: Awaited<ReturnType<typeof locate>>[number]): boolean {
  if (change.kind === 'insert' || edit.kind === 'insert' || !overlap(edit, change)) return false;
  const ofHeader = [change, edit].filter(({ kind, first }) => kind === 'replace' && first.row === HEADER_ROW);
  return ofHeader.length === 0 || change.kind === edit.kind;
}

/** Takes an edit back. Throws `edit-not-found`, `stale-unit`. */
export async function withdrawEdit(
  ports: EditPorts,
  { botId, id }: Unit,
  editId: number,
  request: Request,
): Promise<{ unit: Unit; edit: NewEdit }> {
  const result = await ports.edits.withdraw(botId, id, editId, request);
  if ('conflict' in result) throw faultOf(result, id, editId);
  ports.wakeIndexer({ botId, unitId: id });
  return result;
}

async function toEdit(
  { readings }: Pick<Ports, 'readings'>,
  reading: StoredReading,
  { kind, first, last, after = [] }: EditChange,
): Promise<Omit<NewEdit, 'sourceId'>> {
  const taker = createAnchorTaker(first, last);
  for await (const blocks of readings.blocks(reading)) {
    taker.add(blocks);
    if (taker.isDone()) break;
  }
  const taken = taker.end();
  if (!taken) throw new GatewayFault('passage-moved');
  const texts = kind === 'insert' ? after.filter((text) => text.trim() !== '') : after;
  if (!isComplete(kind, taken, texts)) throw new GatewayFault('edit-empty');
  return {
    kind,
    anchor: { ...taken.anchor, readingId: reading.id },
    before: taken.items.map(({ text }) => text),
    after: kind === 'hide' ? [] : texts,
  };
}

/** A replacement is of one block, or of all cells of one row. A header alone is neither hidden nor followed by text. */
function isComplete(kind: EditChange['kind'], { items }: TakenAnchor, after: readonly string[]): boolean {
  if (kind !== 'replace' && items.at(-1)?.row === HEADER_ROW) return false;
  if (kind === 'hide') return true;
  const [item] = items;
  const hasText = after.some((text) => text.trim() !== '');
  return (
    hasText && (kind === 'insert' || (items.length === 1 && after.length === (item?.cells?.length ?? 1)))
  );
}

type Conflict = Extract<Awaited<ReturnType<EditStore['add']>>, { conflict: string }>;

function faultOf(result: Conflict, unitId: number, editId = 0): GatewayFault {
  if (result.conflict === 'stale') return staleUnit(result.unit, {});
  return result.conflict === 'missing'
    ? new GatewayFault('unit-not-found', { id: unitId })
    : new GatewayFault('edit-not-found', { id: editId });
}

/** An edit as it is shown. */
export function editView({ id, sourceId, kind, by, madeOn, now, ...edit }: UnitTextEdit): TextEdit {
  const { before, after } = editTexts({ kind, ...edit });
  const state = stateOf(edit);
  return { id, sourceId, kind, state, by, madeOn: madeOn.toISOString(), before, after, now };
}

/** Both texts of an edit in one piece each: cells of a row joined, paragraphs a line each. */
function editTexts({ kind, anchor, before, after }: Omit<NewEdit, 'sourceId'>) {
  const isRow = anchor.firstCell !== undefined && kind === 'replace';
  return { before: before.join('\n'), after: after.join(isRow ? CELL_SEPARATOR : '\n') };
}

function stateOf({
  pending,
  live,
  draft,
}: Pick<UnitTextEdit, 'pending' | 'live' | 'draft'>): (typeof EDIT_STATES)[number] {
  if (pending === 'added') return 'waiting';
  if (pending === 'withdrawn') return 'withdrawn';
  if (draft === 'conflict' || draft === 'ended') return draft;
  if (live === null) return draft === null ? 'withdrawn' : 'draft';
  return live;
}

import { append } from '#common/long-lists.ts';
import { cleanLines } from '#gateway/engine/reading/clean-text.ts';
import { createListNumbers, isList } from './list-numbers.ts';
import { kindOfBlock, makeBlock } from './make-block.ts';
import type { OpenElement } from './open-element.ts';
import { openTable, type TableInProgress } from './open-table.ts';
import { type Container, isLeaf, type Leaf, walkLeaves } from './outline.ts';
import { writeRaised } from './raised-text.ts';

/** Deeper containers are dissolved into the one at this depth; their text stays. */
const MAX_CONTAINER_DEPTH = 120;

type OpenedBlock = Pick<OpenElement, 'name' | 'container' | 'table' | 'isBlock'>;

/** A leaf with the containers around it, outermost first. */
export type PlacedLeaf = { leaf: Leaf; path: Container[] };

/** The containers, tables and blocks of a page, built from block elements and the text between them. */
export interface BlockTree {
  /** Names of the open block elements. */
  readonly blocks: readonly string[];
  openBlock(name: string, attributes: Record<string, string>): OpenedBlock;
  closeBlock(entry: OpenElement): void;
  openLink(): void;
  closeLink(): void;
  /** Adds text as it is. */
  write(text: string): void;
  /** Adds text of the page, of a size in points where it has one. */
  addText(text: string, points: number | undefined): void;
  writeHeading(text: string): void;
  /** Ends the block that has been written so far. */
  flush(): void;
  /** Takes out what is complete, in reading order. */
  drain(): PlacedLeaf[];
}

/** Builds under `root`. `open`: the open elements, which know the level of the last heading around them. */
export function createBlockTree(root: Container, open: readonly OpenElement[]): BlockTree {
  const blocks: string[] = [];
  const containers: Container[] = [root];
  const tables: TableInProgress[] = [];
  let parts: string[] = [];
  let linked = 0;
  let size = Number.POSITIVE_INFINITY;
  let links = 0;
  let preformatted = 0;
  const listNumbers = createListNumbers();
  /** Of the innermost item, until its first text has it. */
  let ordinal: string | undefined;

  const here = (): Container => containers.at(-1) ?? root;

  function flush(): void {
    const raw = writeRaised(parts.join(''));
    const isPre = preformatted > 0;
    parts = [];
    if (raw.trim() !== '') {
      const pieces = isPre ? [cleanPre(raw)] : raw.split(/\n\s*\n/).map(cleanLines);
      const kind = kindOfBlock(blocks, raw, subLevel());
      for (const text of pieces) {
        if (text === '') continue;
        const block = makeBlock(kind, text, ordinal);
        here().children.push({ block, linked: Math.min(linked, text.length), size });
        ordinal = undefined;
      }
      if (kind.kind === 'heading' && blocks.at(-1) !== 'summary') noteLevel(kind.level);
    }
    linked = 0;
    size = Number.POSITIVE_INFINITY;
  }

  /** The level of a heading under the last real one. */
  function subLevel(): 1 | 2 | 3 | 4 | 5 | 6 {
    return Math.min((open.at(-1)?.level ?? 0) + 1 || 1, 6) as 1;
  }

  /** A heading counts for what follows in its own container, and for those around where it is no lower than theirs. */
  function noteLevel(level: number): void {
    const last = open.length - 1;
    open.forEach((entry, depth) => {
      if (depth >= last - 1 || entry.level === 0 || level <= entry.level) entry.level = level;
    });
  }

  function writeHeading(text: string): void {
    flush();
    here().children.push({
      block: makeBlock({ kind: 'heading', level: subLevel() }, text, undefined),
      linked: 0,
      size: 0,
    });
  }

  function openBlock(name: string, attributes: Record<string, string>): OpenedBlock {
    flush();
    blocks.push(name);
    if (name === 'pre') preformatted++;
    if (isList(name)) listNumbers.open(name, attributes);
    if (name === 'li') ordinal = listNumbers.next(attributes);
    const table = tables.at(-1);
    if (name === 'table') {
      const started = openTable(attributes);
      if (table && !table.isTaken()) table.layout = true;
      tables.push(started);
      const container = enter(name, attributes);
      return container
        ? { name, container, table: started, isBlock: true }
        : { name, table: started, isBlock: true };
    }
    if (name === 'tr') table?.startRow();
    const container = enter(name, attributes);
    if ((name === 'td' || name === 'th') && table)
      table.startCell(container ?? here(), name === 'th' || isInHead(), attributes);
    return container ? { name, container, isBlock: true } : { name, isBlock: true };
  }

  const isInHead = (): boolean => blocks.lastIndexOf('thead') > blocks.lastIndexOf('table');

  function enter(tag: string, attributes: Record<string, string>): Container | undefined {
    if (containers.length >= MAX_CONTAINER_DEPTH) return undefined;
    const container: Container = { tag, attributes: pickAttributes(attributes), children: [] };
    here().children.push(container);
    containers.push(container);
    return container;
  }

  function closeBlock(entry: OpenElement): void {
    flush();
    blocks.pop();
    if (entry.name === 'pre') preformatted--;
    if (isList(entry.name)) listNumbers.close();
    if (entry.name === 'li') ordinal = undefined;
    if (entry.container) containers.pop();
    if (!entry.table) return;
    tables.pop();
    const rows = entry.container && entry.table.finish();
    if (!entry.container || (!rows && !entry.table.isTaken())) return;
    const captions = entry.container.children.filter((child) => !isLeaf(child) && child.tag === 'caption');
    const linked = entry.table.linked();
    const leaves = (rows ?? []).map((block, index) => ({ block, linked: index === 0 ? linked : 0, size: 0 }));
    entry.container.children = [...captions, ...leaves];
  }

  function drain(): PlacedLeaf[] {
    const taken: PlacedLeaf[] = [];
    const openTables = open.filter(({ table }) => table !== undefined);
    const drainContainer = (container: Container, depth: number): void => {
      const path = containers.slice(0, depth + 1);
      const inner = containers[depth + 1];
      const entry = openTables.find((candidate) => candidate.container === container);
      const table = entry?.table;
      if (table && !table.layout) {
        const rows = table.takeRows();
        if (rows) {
          for (const child of container.children)
            if (!isLeaf(child) && child.tag === 'caption') append(taken, walkLeaves(child, path));
          for (const block of rows) taken.push({ leaf: { block, linked: 0, size: 0 }, path });
          dropTaken(container, depth);
        }
        if (!table.layout) return;
      }
      for (const child of container.children) {
        if (isLeaf(child)) taken.push({ leaf: child, path });
        else if (child !== inner) append(taken, walkLeaves(child, path));
      }
      container.children = inner && container.children.includes(inner) ? [inner] : [];
      // Whether a header is the page's or holds its title is told by all of it.
      if (inner && inner.tag !== 'header') drainContainer(inner, depth + 1);
    };
    drainContainer(root, 0);
    return taken;
  }

  /** Rows that were taken need no containers any more; the cells of the coming one are held by the table. */
  function dropTaken(container: Container, depth: number): void {
    for (let index = depth; index < containers.length; index++) {
      const [around, inner] =
        index === depth ? [container, containers[index + 1]] : [containers[index], containers[index + 1]];
      if (around) around.children = inner ? [inner] : [];
      if (inner?.tag === 'tr' || inner?.tag === 'td' || inner?.tag === 'th') return;
    }
  }

  function addText(text: string, points: number | undefined): void {
    if (text.trim() !== '') size = Math.min(size, points ?? size);
    if (links > 0) linked += text.trim().length;
    parts.push(preformatted > 0 ? text : text.replace(/\s+/g, ' '));
  }

  return {
    blocks,
    openBlock,
    closeBlock,
    openLink: () => void links++,
    closeLink: () => void links--,
    write: (text) => void parts.push(text),
    addText,
    writeHeading,
    flush,
    drain,
  };
}

function cleanPre(text: string): string {
  return text.replace(/^\s*\n|\s+$/g, '').replace(/\t/g, '    ');
}

function pickAttributes(attributes: Record<string, string>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of ['id', 'class', 'role', 'itemprop']) {
    const value = attributes[name];
    if (value) picked[name] = value.slice(0, 200);
  }
  return picked;
}

import { Parser } from 'htmlparser2';
import { type Block, ReadFailure } from '#gateway/engine/document.ts';
import { cleanLine, cleanLines } from '#gateway/engine/reading/clean-text.ts';
import { makeListItem } from '#gateway/engine/reading/make-list-item.ts';
import { createLongTable } from '#gateway/engine/reading/make-table.ts';
import { type Container, isLeaf, type Leaf, type Outline, recordHidden, walkLeaves } from './outline.ts';
import { append } from '#common/long-lists.ts';
import { readStyleRules } from './style-rules.ts';
import { type InheritedStyle, inheritStyle, isGone, isUnseen, rootStyle } from './visibility.ts';

/** A table whose end tag has not come yet: rows of containers, until it is known whether it holds data or layout. */
interface TableInProgress {
  /** Set when it turns out to arrange the page: a nested table, `role=presentation`. */
  layout: boolean;
  startRow(): void;
  startCell(container: Container, isHeader: boolean, attributes: Record<string, string>): void;
  /** The table block, or undefined when it is layout and its content should stand on its own. */
  finish(): Block | undefined;
  /** Characters of it that lie in links. */
  linked(): number;
  /**
   * The rows that are complete, as a block of a table that goes on; from the first call on it holds data for certain.
   * Undefined when it turns out to be layout, or has too few rows yet.
   */
  takeRows(): Block | undefined;
  /** Whether rows were taken. */
  isTaken(): boolean;
}

interface Cell {
  container: Container;
  isHeader: boolean;
  span: number;
}

const MAX_COLUMNS = 500;
/** Rows that a table is judged by before any are taken. */
const MIN_TAKEN_ROWS = 200;

function openTable(attributes: Record<string, string>): TableInProgress {
  let rows: Cell[][] = [];
  let goOn: ReturnType<typeof createLongTable> | undefined;
  let isTaken = false;
  const leavesOf = (cell: Cell) => [...walkLeaves(cell.container)].map(({ leaf }) => leaf);
  const table: TableInProgress = {
    layout: attributes['role'] === 'presentation' || attributes['role'] === 'none',
    startRow: () => void rows.push([]),
    startCell(container, isHeader, { colspan }) {
      if (rows.length === 0) rows.push([]);
      const span = Math.min(Math.max(Number.parseInt(colspan ?? '1', 10) || 1, 1), 50);
      rows.at(-1)?.push({ container, isHeader, span });
    },
    takeRows() {
      if (rows.length <= MIN_TAKEN_ROWS || table.layout) return undefined;
      const coming = rows.slice(-1);
      rows = rows.slice(0, -1);
      if (!isTaken && !holdsData()) {
        rows = [...rows, ...coming];
        table.layout = true;
        return undefined;
      }
      const block = makeRows();
      isTaken = true;
      rows = coming;
      return block;
    },
    isTaken: () => isTaken,
    finish() {
      return isTaken || (!table.layout && holdsData()) ? makeRows() : undefined;
    },
    linked: () =>
      rows.flat().reduce((sum, cell) => sum + leavesOf(cell).reduce((s, leaf) => s + leaf.linked, 0), 0),
  };
  const holdsData = (): boolean => {
    const containers = new Set(rows.flat().map((cell) => cell.container));
    // Cells dissolved at the depth limit share a container: their text cannot be told apart any more.
    if (containers.size < rows.flat().length) return false;
    if (rows.every((row) => row.length < 2)) return false;
    return !rows.flat().some((cell) => leavesOf(cell).some(({ block }) => block.kind === 'heading'));
  };
  const makeRows = (): Block | undefined => {
    const first = rows[0] ?? [];
    goOn ??= createLongTable(first.length > 0 && first.every((cell) => cell.isHeader));
    return goOn(rows.map((row) => row.flatMap(spread).slice(0, MAX_COLUMNS)));
  };
  const textOf = (cell: Cell): string =>
    leavesOf(cell)
      .map(({ block }) => {
        // Only where rows were taken before: a table inside of another one makes that layout.
        if (block.kind === 'table') return [...(block.header ?? []), ...block.rows.flat()].join(' ');
        return 'ordinal' in block ? `${block.ordinal} ${block.text}` : block.text;
      })
      .join(' ');
  const spread = (cell: Cell): string[] => [textOf(cell), ...Array<string>(cell.span - 1).fill('')];
  return table;
}

const words = (list: string): Set<string> => new Set(list.split(' '));

/** Never text, whatever they hold. */
const SKIPPED = words(
  'script style template noscript iframe object embed applet svg math canvas audio video map select datalist button textarea input rp frameset dialog',
);

/** Of them, those that hold text which a page keeps back: it is reported. */
const KEPT_BACK = words('template noscript dialog');

/** Elements that part text into blocks. */
const BLOCKS = words(
  'html body main article section div header footer nav aside address blockquote center details summary dialog dd dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hgroup hr li menu ol p pre search ul table caption thead tbody tfoot tr td th',
);

/** Deeper containers are dissolved into the one at this depth; their text stays. */
const MAX_CONTAINER_DEPTH = 120;
/** Open elements past which a page is no page. */
const MAX_ELEMENT_DEPTH = 20_000;
const MAX_TEXT_CHARACTERS = 30_000_000;
const CHUNK_CHARACTERS = 64 * 1024;

interface OpenElement {
  name: string;
  container?: Container;
  table?: TableInProgress;
  paint: InheritedStyle;
}

/**
 * Outlines HTML in one pass over its tags, in linear time and bounded depth, so that no page, however broken or
 * hostile, can hold up a DOM. `styles`: the style sheets that it links to, where they are at hand. Throws `ReadFailure` `too-deep`.
 */
export function buildOutline(html: string, styles?: string): Outline {
  const outliner = createOutliner(readStyleRules(html, styles), MAX_TEXT_CHARACTERS);
  for (let at = 0; at < html.length; at += CHUNK_CHARACTERS)
    outliner.write(html.slice(at, at + CHUNK_CHARACTERS));
  return outliner.end();
}

/** Outlines a page that comes bit by bit. */
interface Outliner {
  write(html: string): void;
  /** Takes out of the outline what is complete, in reading order, each with the containers around it. */
  drain(): { leaf: Leaf; path: Container[] }[];
  /** The outline, or what of it was not taken out. */
  end(): Outline;
}

/** `maxCharacters`: text past which the rest of the page is dropped. */
export function createOutliner(rules: ReturnType<typeof readStyleRules>, maxCharacters: number): Outliner {
  const root: Container = { tag: 'body', attributes: {}, children: [] };
  const outline: Outline = { root, title: '', hidden: { characters: 0, samples: [] }, truncated: false };
  const unpainted = rootStyle(rules.isPartial);
  const open: OpenElement[] = [];
  /** Names of the open block elements. */
  const blocks: string[] = [];
  const containers: Container[] = [root];
  const tables: TableInProgress[] = [];
  let parts: string[] = [];
  let linked = 0;
  let size = Number.POSITIVE_INFINITY;
  let seen = 0;
  let links = 0;
  let preformatted = 0;
  /** The next number of each open list; undefined for a list without an order. */
  const lists: (number | undefined)[] = [];
  /** Of the innermost item, until its first text has it. */
  let ordinal: string | undefined;
  /** Depth of `open` at which skipping or hiding began, and why. */
  let skipFrom: number | undefined;
  let hiding = false;

  const here = (): Container => containers.at(-1) ?? root;

  function flush(): void {
    const raw = parts.join('');
    const isPre = preformatted > 0;
    parts = [];
    if (raw.trim() !== '') {
      const pieces = isPre ? [cleanPre(raw)] : raw.split(/\n\s*\n/).map(cleanLines);
      const kind = kindOfBlock(blocks);
      for (const text of pieces) {
        if (text === '') continue;
        const block = makeBlock(kind, text, ordinal);
        here().children.push({ block, linked: Math.min(linked, text.length), size });
        ordinal = undefined;
      }
    }
    linked = 0;
    size = Number.POSITIVE_INFINITY;
  }

  function openBlock(name: string, attributes: Record<string, string>): Omit<OpenElement, 'paint'> {
    flush();
    blocks.push(name);
    if (name === 'pre') preformatted++;
    if (isList(name)) lists.push(name === 'ol' ? readStart(attributes) : undefined);
    if (name === 'li') ordinal = numberItem(attributes);
    const table = tables.at(-1);
    if (name === 'table') {
      const started = openTable(attributes);
      if (table && !table.isTaken()) table.layout = true;
      tables.push(started);
      const container = enter(name, attributes);
      return container ? { name, container, table: started } : { name, table: started };
    }
    if (name === 'tr') table?.startRow();
    const container = enter(name, attributes);
    if ((name === 'td' || name === 'th') && table)
      table.startCell(container ?? here(), name === 'th', attributes);
    return container ? { name, container } : { name };
  }

  function numberItem({ value }: Record<string, string>): string | undefined {
    const next = lists.at(-1);
    if (next === undefined) return undefined;
    const number = readNumber(value) ?? next;
    lists[lists.length - 1] = number + 1;
    return `${number}.`;
  }

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
    if (isList(entry.name)) lists.pop();
    if (entry.name === 'li') ordinal = undefined;
    if (entry.container) containers.pop();
    if (!entry.table) return;
    tables.pop();
    const block = entry.container && entry.table.finish();
    if (!entry.container || (!block && !entry.table.isTaken())) return;
    const captions = entry.container.children.filter((child) => !isLeaf(child) && child.tag === 'caption');
    const leaf = block && { block, linked: entry.table.linked(), size: 0 };
    entry.container.children = [...captions, ...(leaf ? [leaf] : [])];
  }

  function drain(): { leaf: Leaf; path: Container[] }[] {
    const taken: { leaf: Leaf; path: Container[] }[] = [];
    const openTables = open.filter(({ table }) => table !== undefined);
    const drainContainer = (container: Container, depth: number): void => {
      const path = containers.slice(0, depth + 1);
      const inner = containers[depth + 1];
      const entry = openTables.find((one) => one.container === container);
      const table = entry?.table;
      if (table && !table.layout) {
        const block = table.takeRows();
        if (block) {
          for (const child of container.children)
            if (!isLeaf(child) && child.tag === 'caption') append(taken, walkLeaves(child, path));
          taken.push({ leaf: { block, linked: 0, size: 0 }, path });
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
    for (let at = depth; at < containers.length; at++) {
      const [around, inner] =
        at === depth ? [container, containers[at + 1]] : [containers[at], containers[at + 1]];
      if (around) around.children = inner ? [inner] : [];
      if (inner?.tag === 'tr' || inner?.tag === 'td' || inner?.tag === 'th') return;
    }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = open.at(-1)?.paint ?? unpainted;
        const entry: OpenElement = { name, paint: around };
        if (open.length >= MAX_ELEMENT_DEPTH) throw new ReadFailure('too-deep', { limit: MAX_ELEMENT_DEPTH });
        if (skipFrom === undefined) {
          const style = rules.declarationsOf(name, attributes);
          entry.paint = inheritStyle(around, name, style, attributes);
          const skipped = SKIPPED.has(name) && !(name === 'dialog' && 'open' in attributes);
          if (skipped || isGone(style, attributes)) {
            skipFrom = open.length;
            hiding = !skipped || KEPT_BACK.has(name);
            if (BLOCKS.has(name)) flush();
          } else if (BLOCKS.has(name)) {
            open.push({ ...entry, ...openBlock(name, attributes) });
            return;
          } else if (name === 'br') parts.push('\n');
          else if (name === 'a') links++;
        }
        open.push(entry);
      },
      onclosetag(name) {
        const entry = open.at(-1);
        if (!entry) return;
        if (skipFrom === undefined && BLOCKS.has(name)) closeBlock(entry);
        open.pop();
        if (skipFrom !== undefined) {
          if (open.length > skipFrom) return;
          skipFrom = undefined;
          hiding = false;
        } else if (name === 'a') links--;
      },
      ontext(text) {
        const inner = open.at(-1);
        if (inner?.name === 'title' && open.length <= 3) outline.title += text;
        else if (skipFrom !== undefined) {
          if (hiding) recordHidden(outline.hidden, text);
        } else if (inner && isUnseen(inner.paint)) recordHidden(outline.hidden, text);
        else if (seen > maxCharacters) outline.truncated = true;
        else {
          seen += text.length;
          if (text.trim() !== '') size = Math.min(size, inner?.paint.points ?? size);
          if (links > 0) linked += text.trim().length;
          parts.push(preformatted > 0 ? text : text.replace(/\s+/g, ' '));
        }
      },
    },
    { decodeEntities: true },
  );
  return {
    write: (html) => parser.write(html),
    drain,
    end() {
      parser.end();
      flush();
      return { ...outline, title: cleanLine(outline.title) };
    },
  };
}

type TextKind = Exclude<Block['kind'], 'table'>;

function kindOfBlock(names: readonly string[]): { kind: TextKind; level: 1 | 2 | 3 | 4 | 5 | 6 } {
  for (let at = names.length - 1; at >= Math.max(0, names.length - 50); at--) {
    const name = names[at] ?? '';
    if (/^h[1-6]$/.test(name)) return { kind: 'heading', level: Number(name[1]) as 1 };
    if (name === 'li') return { kind: 'list-item', level: 1 };
    if (name === 'td' || name === 'th' || name === 'blockquote') break;
  }
  return { kind: 'paragraph', level: 1 };
}

function makeBlock(
  { kind, level }: ReturnType<typeof kindOfBlock>,
  text: string,
  ordinal: string | undefined,
): Block {
  if (kind === 'list-item') return makeListItem(text, ordinal);
  if (kind === 'heading') return { kind, level, text: cleanLine(text).replace(/\s*[¶#]$/, '') };
  return { kind, text };
}

const isList = (name: string): boolean => name === 'ol' || name === 'ul' || name === 'menu';

/** What an ordered list counts from; undefined where it shows no numbers, or counts down from what its end tells. */
function readStart({ start, style = '', reversed }: Record<string, string>): number | undefined {
  if (reversed !== undefined || /list-style(?:-type)?\s*:[^;]{0,100}\bnone\b/i.test(style)) return undefined;
  return readNumber(start) ?? 1;
}

/** Longer numbers are no ordinals. */
function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : undefined;
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

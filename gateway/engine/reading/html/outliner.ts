import { Parser } from 'htmlparser2';
import { append } from '#common/long-lists.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { cleanLine, cleanLines } from '#gateway/engine/reading/clean-text.ts';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import { BLOCKS, KEPT_BACK, SKIPPED } from './elements.ts';
import { createListNumbers, isList } from './list-numbers.ts';
import { kindOfBlock, makeBlock } from './make-block.ts';
import { openTable, type TableInProgress } from './open-table.ts';
import { type Container, isLeaf, type Leaf, type Outline, walkLeaves } from './outline.ts';
import { readStyleRules } from './style-rules.ts';
import { type InheritedStyle, inheritStyle, isGone, isUnseen, rootStyle } from './visibility.ts';

/** Deeper containers are dissolved into the one at this depth; their text stays. */
const MAX_CONTAINER_DEPTH = 120;

/** Open elements past which a page is no page. */
const MAX_ELEMENT_DEPTH = 20_000;

interface OpenElement {
  name: string;
  container?: Container;
  table?: TableInProgress;
  paint: InheritedStyle;
}

/** Outlines a page that comes bit by bit. */
interface Outliner {
  write(html: string): void;
  /** Takes out of the outline what is complete, in reading order, each with the containers around it. */
  drain(): { leaf: Leaf; path: Container[] }[];
  /** The page's title as far as it was written. */
  title(): string;
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
  const listNumbers = createListNumbers();
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
    if (isList(name)) listNumbers.open(name, attributes);
    if (name === 'li') ordinal = listNumbers.next(attributes);
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
      table.startCell(container ?? here(), name === 'th' || isInHead(), attributes);
    return container ? { name, container } : { name };
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

  function drain(): { leaf: Leaf; path: Container[] }[] {
    const taken: { leaf: Leaf; path: Container[] }[] = [];
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
    title: () => cleanLine(outline.title),
    end() {
      parser.end();
      flush();
      return { ...outline, title: cleanLine(outline.title) };
    },
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

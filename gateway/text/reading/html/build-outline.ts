import { Parser } from 'htmlparser2';
import type { Block } from '#gateway/text/document.ts';
import { ReadFailure } from '#gateway/text/document.ts';
import { cleanLine, cleanLines } from '../clean-text.ts';
import { BLOCKS, KEPT_BACK, SKIPPED } from './elements.ts';
import { noteHidden } from './note-hidden.ts';
import type { Container, Leaf, Outline } from './outline.ts';
import { isLeaf } from './outline.ts';
import { readStyleRules } from './style-rules.ts';
import { openTable, type TableInProgress } from './table-in-progress.ts';
import { isGone, isUnseen, type Paint, paintInside, startPaint } from './visibility.ts';

/** Deeper containers are dissolved into the one at this depth; their text stays. */
const DEEPEST_CONTAINER = 120;
/** Open elements past which a page is no page. */
const DEEPEST_ELEMENT = 20_000;
const MOST_TEXT = 30_000_000;
const CHUNK = 64 * 1024;

interface Open {
  name: string;
  container?: Container;
  table?: TableInProgress;
  paint: Paint;
}

/**
 * Outlines HTML in one pass over its tags, in linear time and bounded depth, so that no page, however broken or
 * hostile, can hold up a DOM. `styles`: the style sheets that it links to, where they are at hand. Throws `ReadFailure` `too-deep`.
 */
export function buildOutline(html: string, styles?: string): Outline {
  const root: Container = { tag: 'body', attributes: {}, children: [] };
  const outline: Outline = { root, title: '', hidden: { characters: 0, samples: [] }, truncated: false };
  const rules = readStyleRules(html, styles);
  const unpainted = startPaint(rules.isPartial);
  const open: Open[] = [];
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
        const leaf: Leaf = { block: makeBlock(kind, text), linked: Math.min(linked, text.length), size };
        here().children.push(leaf);
      }
    }
    linked = 0;
    size = Number.POSITIVE_INFINITY;
  }

  function openBlock(name: string, attributes: Record<string, string>): Omit<Open, 'paint'> {
    flush();
    blocks.push(name);
    if (name === 'pre') preformatted++;
    const table = tables.at(-1);
    if (name === 'table') {
      const started = openTable(attributes);
      if (table) table.layout = true;
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

  function enter(tag: string, attributes: Record<string, string>): Container | undefined {
    if (containers.length >= DEEPEST_CONTAINER) return undefined;
    const container: Container = { tag, attributes: pickAttributes(attributes), children: [] };
    here().children.push(container);
    containers.push(container);
    return container;
  }

  function closeBlock(entry: Open): void {
    flush();
    blocks.pop();
    if (entry.name === 'pre') preformatted--;
    if (entry.container) containers.pop();
    if (!entry.table) return;
    tables.pop();
    const block = entry.container && entry.table.finish();
    if (!block || !entry.container) return;
    const captions = entry.container.children.filter((child) => !isLeaf(child) && child.tag === 'caption');
    entry.container.children = [...captions, { block, linked: entry.table.linked(), size: 0 }];
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = open.at(-1)?.paint ?? unpainted;
        const entry: Open = { name, paint: around };
        if (open.length >= DEEPEST_ELEMENT) throw new ReadFailure('too-deep', { limit: DEEPEST_ELEMENT });
        if (skipFrom === undefined) {
          const style = rules.declarationsOf(name, attributes);
          entry.paint = paintInside(around, name, style, attributes);
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
          if (hiding) noteHidden(outline.hidden, text);
        } else if (inner && isUnseen(inner.paint)) noteHidden(outline.hidden, text);
        else if (seen > MOST_TEXT) outline.truncated = true;
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
  for (let at = 0; at < html.length; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  parser.end();
  flush();
  return { ...outline, title: cleanLine(outline.title) };
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

function makeBlock({ kind, level }: ReturnType<typeof kindOfBlock>, text: string): Block {
  if (kind === 'heading') return { kind, level, text: cleanLine(text).replace(/\s*[¶#]$/, '') };
  return { kind, text };
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

import { Parser } from 'htmlparser2';
import { append } from '#common/long-lists.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { cleanLine, cleanLines } from '#gateway/engine/reading/clean-text.ts';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import { type Control, isBox, isOpened, makeControl } from './disclosure.ts';
import { BLOCKS, KEPT_BACK, SKIPPED } from './elements.ts';
import { describeInput, isContentFrame, listOptions } from './form-fields.ts';
import { createListNumbers, isList } from './list-numbers.ts';
import { kindOfBlock, makeBlock } from './make-block.ts';
import { openTable, type TableInProgress } from './open-table.ts';
import { type Container, isLeaf, type Leaf, type Outline, walkLeaves } from './outline.ts';
import type { PageControls } from './page-controls.ts';
import { createPanelLabels } from './panel-labels.ts';
import { markRaised, writeRaised } from './raised-text.ts';
import type { readStyleRules } from './style-rules.ts';
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
  /** It was opened as a block. */
  isBlock?: true;
  /** Level of the last heading in it or before it; 0 before the first. */
  level: number;
  /** It is a control itself. */
  control?: Control;
  /** The control that is its last child so far. */
  lastControl?: Control | undefined;
  raised?: 'sup' | 'sub' | undefined;
}

type OpenedBlock = Pick<OpenElement, 'name' | 'container' | 'table' | 'isBlock'>;

interface OutlinerOptions {
  rules: ReturnType<typeof readStyleRules>;
  controls: PageControls;
  /** Self-closing tags end their elements. */
  isXml: boolean;
  /** Text past which the rest of the page is dropped. */
  maxCharacters: number;
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

/** Outlines one page. */
export function createOutliner({ rules, controls, isXml, maxCharacters }: OutlinerOptions): Outliner {
  const root: Container = { tag: 'body', attributes: {}, children: [] };
  const outline: Outline = {
    root,
    title: '',
    hidden: { characters: 0, samples: [] },
    struck: { characters: 0, samples: [] },
    leftOut: { characters: 0, samples: [] },
    frames: 0,
    hasScript: controls.hasScript,
    truncated: false,
  };
  const labels = createPanelLabels();
  /** The button whose text is gathered apart, as nothing tells yet whether it heads something. */
  let button: Control | undefined;
  /** Depth of drawings, and within them of the text that they show. */
  let drawings = 0;
  let drawnTexts = 0;
  let options: string[] | undefined;
  let textArea: { text: string; isShown: boolean } | undefined;
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

  /** What an element without text of its own, or with text of another kind, adds to the page. */
  function openSpecial(name: string, attributes: Record<string, string>): void {
    if (name === 'br') parts.push('\n');
    else if (name === 'a') links++;
    else if (name === 'svg') drawings++;
    else if (name === 'text' && drawings > 0) {
      drawnTexts++;
      parts.push('\n');
    } else if (name === 'foreignobject' && drawings > 0) drawnTexts++;
    else if (name === 'select') options = [];
    else if (name === 'option')
      options?.push(attributes['value'] === '' || 'disabled' in attributes ? '\0' : '');
    else if (name === 'textarea')
      textArea = { text: '', isShown: 'readonly' in attributes || 'disabled' in attributes };
  }

  function closeSpecial(name: string): void {
    if (name === 'a') links--;
    else if (name === 'svg') drawings--;
    else if (name === 'text' && drawings > 0) {
      drawnTexts--;
      parts.push('\n');
    } else if (name === 'foreignobject' && drawings > 0) drawnTexts--;
    else if (name === 'select') writeOptions();
    else if (name === 'textarea') writeTextArea();
  }

  function writeOptions(): void {
    const list = listOptions(options ?? []);
    options = undefined;
    if (typeof list === 'string') parts.push(` ${list} `);
    else recordHidden(outline.leftOut, list.leftOut);
  }

  function writeTextArea(): void {
    const { text = '', isShown = false } = textArea ?? {};
    textArea = undefined;
    if (text.trim() === '') return;
    if (isShown) {
      flush();
      parts.push(text);
      flush();
    } else if (text.trim().length >= MIN_LEFT_OUT) recordHidden(outline.leftOut, text);
  }

  /** Whether the text of an element is left out with all that is in it. */
  function isSkipped(name: string, attributes: Record<string, string>): boolean {
    if (name === 'iframe' || name === 'frame') {
      if (
        isContentFrame(
          attributes,
          open.map((entry) => entry.name),
        )
      )
        outline.frames++;
    } else if (name === 'input') {
      const box = describeInput(attributes, rules.hasCheckedState);
      if (box !== '') parts.push(box);
    }
    return SKIPPED.has(name) && !(name === 'dialog' && 'open' in attributes);
  }

  function openElement(entry: OpenElement, attributes: Record<string, string>): void {
    const { name } = entry;
    const parent = open.at(-1);
    const style = rules.declarationsOf(name, attributes);
    const isRoot = name === 'html' || name === 'body';
    const inherited = inheritStyle(parent?.paint ?? unpainted, name, style, attributes);
    let paint = isRoot ? { ...inherited, visible: true } : inherited;
    const isHidden =
      !isRoot && (isGone(style, attributes) || (style.get('visibility') === 'hidden' && !paint.visible));
    const adjacent = parent?.lastControl;
    const opened =
      isHidden &&
      !isBox(name, attributes) &&
      (labels.isNamed(attributes) ||
        isOpened(
          {
            name,
            attributes,
            style,
            control: adjacent,
            hasShownState: rules.hasShownState(name, attributes),
            depth: open.length,
          },
          controls,
        ));
    if (opened) paint = { ...paint, visible: parent?.paint.visible ?? true };
    const skipped = isSkipped(name, attributes);
    if (skipped || (!opened && !isRoot && isGone(style, attributes))) {
      skipFrom = open.length;
      hiding = !skipped || KEPT_BACK.has(name);
      if (BLOCKS.has(name) && !button) flush();
      open.push({ ...entry, paint });
      return;
    }
    if (attributes['role'] === 'tablist') labels.startTabs();
    const control = makeControl(name, attributes);
    const raised = name === 'sup' || name === 'sub' ? name : raisedBy(style.get('vertical-align'));
    const whole: OpenElement = { ...entry, paint, raised, ...(control ? { control } : {}) };
    if (name === 'button' || button) {
      if (name === 'button') button = control ?? { ...NO_CONTROL };
      open.push(whole);
      return;
    }
    if (BLOCKS.has(name)) {
      const label = labels.labelOf({ name, attributes, adjacent, isHidden });
      if (label !== undefined) writeHeading(label);
      open.push({ ...whole, ...openBlock(name, attributes) });
      return;
    }
    openSpecial(name, attributes);
    if (raised) parts.push(markRaised(raised, 0));
    open.push(whole);
  }

  function closeElement(entry: OpenElement): void {
    const { name, control } = entry;
    if (name === 'button' && button) {
      const isInline = blocks.some((block) => /^(?:h[1-6]|dt|summary)$/.test(block));
      if (isInline) {
        parts.push(button.text);
        button.isWritten = true;
      }
      button = undefined;
    } else if (!button) {
      if (entry.raised) parts.push(markRaised(entry.raised, 1));
      if (entry.isBlock) closeBlock(entry);
      else closeSpecial(name);
    }
    open.pop();
    if (control) labels.add(control);
    const parent = open.at(-1);
    if (parent) parent.lastControl = controlAfter(entry, parent.lastControl);
  }

  function takeText(text: string, inner: OpenElement | undefined): void {
    if (inner && isUnseen(inner.paint)) recordHidden(outline.hidden, text);
    else if (inner?.paint.struck) recordHidden(outline.struck, text);
    else if (textArea) textArea.text += text;
    else if (options) {
      if (options.length > 0) options[options.length - 1] += text;
    } else if (drawings > 0 && drawnTexts === 0) return;
    else if (seen > maxCharacters) outline.truncated = true;
    else {
      if (inner && text.trim() !== '') inner.lastControl = undefined;
      addToControls(text);
      if (button) return;
      seen += text.length;
      if (text.trim() !== '') size = Math.min(size, inner?.paint.points ?? size);
      if (links > 0) linked += text.trim().length;
      parts.push(preformatted > 0 ? text : text.replace(/\s+/g, ' '));
    }
  }

  function addToControls(text: string): void {
    if (button) button.text += text;
    for (const { control } of open.slice(-4))
      if (control && control !== button && control.text.length < 500) control.text += text;
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = open.at(-1);
        if (open.length >= MAX_ELEMENT_DEPTH) throw new ReadFailure('too-deep', { limit: MAX_ELEMENT_DEPTH });
        const entry: OpenElement = { name, paint: around?.paint ?? unpainted, level: around?.level ?? 0 };
        if (skipFrom === undefined) openElement(entry, attributes);
        else open.push(entry);
      },
      onclosetag() {
        const entry = open.at(-1);
        if (!entry) return;
        if (skipFrom === undefined) {
          closeElement(entry);
          return;
        }
        open.pop();
        if (open.length > skipFrom) return;
        skipFrom = undefined;
        hiding = false;
      },
      ontext(text) {
        const inner = open.at(-1);
        if (inner?.name === 'title' && open.length <= 3) outline.title += text;
        else if (skipFrom === undefined) takeText(text, inner);
        // Styles and scripts within hidden elements are no text.
        else if (hiding && !(inner && SKIPPED.has(inner.name) && !KEPT_BACK.has(inner.name)))
          recordHidden(outline.hidden, text);
      },
    },
    { decodeEntities: true, ...(isXml ? { recognizeSelfClosing: true } : {}) },
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

/** A button that opens nothing. */
const NO_CONTROL: Control = {
  id: '',
  text: '',
  isTab: false,
  isExplicit: false,
  isWritten: true,
  targets: [],
};

/** Unread text of a form from which on it is counted. */
const MIN_LEFT_OUT = 40;

const raisedBy = (align: string | undefined): 'sup' | 'sub' | undefined =>
  align === 'super' ? 'sup' : align === 'sub' ? 'sub' : undefined;

/** The control that stands last in a parent once a child has ended. */
function controlAfter(child: OpenElement, before: Control | undefined): Control | undefined {
  if (child.control && !child.control.isTab) return child.control;
  const inner = child.lastControl;
  if (inner && (inner.isExplicit || /^(?:h[1-6]|dt)$/.test(child.name))) return inner;
  return child.isBlock || child.name === 'button' ? undefined : before;
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

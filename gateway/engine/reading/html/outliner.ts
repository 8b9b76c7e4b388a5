import { Parser } from 'htmlparser2';
import { ReadFailure } from '#gateway/engine/document.ts';
import { cleanLine } from '#gateway/engine/reading/clean-text.ts';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import { createBlockTree, type PlacedLeaf } from './block-tree.ts';
import { type Control, isBox, isOpened, makeControl } from './disclosure.ts';
import { createDrawingsAndFields } from './drawings-and-fields.ts';
import { BLOCKS, KEPT_BACK, SKIPPED } from './elements.ts';
import { describeInput, isContentFrame } from './form-fields.ts';
import { controlAfter, type OpenElement } from './open-element.ts';
import type { Container, Outline } from './outline.ts';
import type { PageControls } from './page-controls.ts';
import { createPanelLabels } from './panel-labels.ts';
import { markRaised } from './raised-text.ts';
import type { readStyleRules } from './style-rules.ts';
import { inheritStyle, isGone, isUnseen, rootStyle } from './visibility.ts';

/** Open elements past which a page is no page. */
const MAX_ELEMENT_DEPTH = 20_000;

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
  drain(): PlacedLeaf[];
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
  const unpainted = rootStyle(rules.isPartial);
  const open: OpenElement[] = [];
  const tree = createBlockTree(root, open);
  const drawingsAndFields = createDrawingsAndFields(tree, outline.leftOut);
  let seen = 0;
  /** Depth of `open` at which skipping or hiding began, and why. */
  let skipFrom: number | undefined;
  let hiding = false;

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
      if (box !== '') tree.write(box);
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
      if (BLOCKS.has(name) && !button) tree.flush();
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
      if (label !== undefined) tree.writeHeading(label);
      open.push({ ...whole, ...tree.openBlock(name, attributes) });
      return;
    }
    if (name === 'br') tree.write('\n');
    else if (name === 'a') tree.openLink();
    else drawingsAndFields.open(name, attributes);
    if (raised) tree.write(markRaised(raised, 0));
    open.push(whole);
  }

  function closeElement(entry: OpenElement): void {
    const { name, control } = entry;
    if (name === 'button' && button) {
      const isInline = tree.blocks.some((block) => /^(?:h[1-6]|dt|summary)$/.test(block));
      if (isInline) {
        tree.write(button.text);
        button.isWritten = true;
      }
      button = undefined;
    } else if (!button) {
      if (entry.raised) tree.write(markRaised(entry.raised, 1));
      if (entry.isBlock) tree.closeBlock(entry);
      else if (name === 'a') tree.closeLink();
      else drawingsAndFields.close(name);
    }
    open.pop();
    if (control) labels.add(control);
    const parent = open.at(-1);
    if (parent) parent.lastControl = controlAfter(entry, parent.lastControl);
  }

  function takeText(text: string, inner: OpenElement | undefined): void {
    if (inner && isUnseen(inner.paint)) recordHidden(outline.hidden, text);
    else if (inner?.paint.struck) recordHidden(outline.struck, text);
    else if (drawingsAndFields.take(text)) return;
    else if (seen > maxCharacters) outline.truncated = true;
    else {
      if (inner && text.trim() !== '') inner.lastControl = undefined;
      addToControls(text);
      if (button) return;
      seen += text.length;
      tree.addText(text, inner?.paint.points);
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
    drain: () => tree.drain(),
    title: () => cleanLine(outline.title),
    end() {
      parser.end();
      tree.flush();
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

const raisedBy = (align: string | undefined): 'sup' | 'sub' | undefined =>
  align === 'super' ? 'sup' : align === 'sub' ? 'sub' : undefined;

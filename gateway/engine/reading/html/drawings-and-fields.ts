import { type HiddenText, recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import type { BlockTree } from './block-tree.ts';
import { listOptions } from './form-fields.ts';

/** Unread text of a form from which on it is counted. */
const MIN_LEFT_OUT = 40;

/** Elements whose text is that of a drawing or a field, not of the page around them. */
interface DrawingsAndFields {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  /** Whether a text is that of the open drawing or field, which then has it. */
  take(text: string): boolean;
}

/** Writes a text as a block of its own. */
function writeApart(tree: Pick<BlockTree, 'write' | 'flush'>, text: string): void {
  tree.flush();
  tree.write(text);
  tree.flush();
}

/** Follows drawings and fields: text that a person can read is written to `tree`, values of a form are counted in `leftOut`. */
export function createDrawingsAndFields(
  tree: Pick<BlockTree, 'write' | 'flush'>,
  leftOut: HiddenText,
): DrawingsAndFields {
  /** Depth of drawings, and within them of the text that they show. */
  let drawings = 0;
  let drawnTexts = 0;
  let options: string[] | undefined;
  let textArea: { text: string; isShown: boolean } | undefined;

  function open(name: string, attributes: Record<string, string>): void {
    if (name === 'svg') drawings++;
    else if (name === 'text' && drawings > 0) {
      drawnTexts++;
      tree.write('\n');
    } else if (name === 'foreignobject' && drawings > 0) drawnTexts++;
    else if (name === 'select') options = [];
    else if (name === 'option')
      options?.push(attributes['value'] === '' || 'disabled' in attributes ? '\0' : '');
    else if (name === 'textarea')
      textArea = { text: '', isShown: 'readonly' in attributes || 'disabled' in attributes };
  }

  function close(name: string): void {
    if (name === 'svg') drawings--;
    else if (name === 'text' && drawings > 0) {
      drawnTexts--;
      tree.write('\n');
    } else if (name === 'foreignobject' && drawings > 0) drawnTexts--;
    else if (name === 'select') writeOptions();
    else if (name === 'textarea') writeTextArea();
  }

  function writeOptions(): void {
    const list = listOptions(options ?? []);
    options = undefined;
    if (typeof list === 'string') tree.write(` ${list} `);
    else recordHidden(leftOut, list.leftOut);
  }

  function writeTextArea(): void {
    const { text = '', isShown = false } = textArea ?? {};
    textArea = undefined;
    if (isShown && text.trim() !== '') writeApart(tree, text);
    else if (text.trim().length >= MIN_LEFT_OUT) recordHidden(leftOut, text);
  }

  function take(text: string): boolean {
    if (textArea) textArea.text += text;
    else if (options) {
      if (options.length > 0) options[options.length - 1] += text;
    } else return drawings > 0 && drawnTexts === 0;
    return true;
  }

  return { open, close, take };
}

import { Parser } from 'htmlparser2';
import type { Edit } from './edits.ts';
import type { NumberProperties } from './word-numbering.ts';

/** Whether a property that is on or off is on. */
export const isOn = (attributes: Record<string, string>): boolean =>
  !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '');

const MAX_STYLE_CHAIN = 20;

type Toggle = 'vanish' | 'strike' | 'dstrike';
/** Toggles by the name of their element. */
export const TOGGLES = new Map<string, Toggle>([
  ['w:vanish', 'vanish'],
  ['w:strike', 'strike'],
  ['w:dstrike', 'dstrike'],
]);
/** What hides or strikes out a run, as far as it is stated. */
export type Look = Partial<Record<Toggle, boolean>>;

interface Style extends NumberProperties {
  basedOn?: string;
  look: Look;
}

/** Styles with what they inherit. */
export type Styles = ReadonlyMap<string, Style>;

/** The styles of a style sheet, by id. */
export function readStyles(xml: string): Styles {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  let inRunProperties = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const value = attributes['w:val'] ?? '';
        const toggle = TOGGLES.get(name);
        if (name === 'w:style') styles.set(attributes['w:styleId'] ?? '', (style = { look: {} }));
        else if (!style) return;
        else if (name === 'w:basedOn') style.basedOn = value;
        else if (name === 'w:rPr') inRunProperties = true;
        else if (name === 'w:numId') style.list = value;
        else if (name === 'w:ilvl') style.level = Number(value);
        else if (toggle && inRunProperties) style.look[toggle] = isOn(attributes);
      },
      onclosetag(name) {
        if (name === 'w:style') style = undefined;
        else if (name === 'w:rPr') inRunProperties = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return new Map(Array.from(styles.keys(), (id) => [id, inherit(id, styles)]));
}

function inherit(id: string, styles: Styles): Style {
  const whole: Style = { look: {} };
  let style = styles.get(id);
  for (let steps = 0; style && steps < MAX_STYLE_CHAIN; steps++) {
    whole.look = { ...style.look, ...whole.look };
    if (style.list !== undefined) whole.list ??= style.list;
    if (style.level !== undefined) whole.level ??= style.level;
    style = styles.get(style.basedOn ?? '');
  }
  return whole;
}

/** Why the text of a run with these properties is left out, if it is. */
export const lossOf = (look: Look): Edit['loss'] =>
  look.vanish ? 'hidden' : look.strike || look.dstrike ? 'struck' : undefined;

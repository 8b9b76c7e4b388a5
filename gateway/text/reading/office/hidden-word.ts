import { Parser } from 'htmlparser2';
import type { Stretch } from './blank-hidden.ts';

const isOn = (attributes: Record<string, string>): boolean =>
  !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '');
const LONGEST_CHAIN = 20;
/** What these hold was so before a tracked change. */
const FORMER = new Set(['w:rPrChange', 'w:pPrChange']);

/** Text of runs that Word hides (`w:vanish`): by themselves, or by the style of the run or of its paragraph. */
export function findHiddenWordText(xml: string, styles: string): Stretch[] {
  const hidingStyles = findHidingStyles(styles);
  const found: Stretch[] = [];
  /** Whether each open paragraph and run is hidden; text boxes put paragraphs inside runs. */
  const paragraphs: boolean[] = [];
  const runs: boolean[] = [];
  let inParagraphMark = false;
  let inText = false;
  let former = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const style = attributes['w:val'] ?? '';
        if (FORMER.has(name)) former++;
        else if (former > 0) return;
        else if (name === 'w:p') paragraphs.push(false);
        else if (name === 'w:pPr') inParagraphMark = true;
        else if (name === 'w:pStyle') paragraphs[paragraphs.length - 1] = hidingStyles.has(style);
        else if (name === 'w:r') runs.push(paragraphs.at(-1) ?? false);
        else if (name === 'w:t') inText = true;
        else if (inParagraphMark || runs.length === 0) return;
        else if (name === 'w:rStyle') runs[runs.length - 1] ||= hidingStyles.has(style);
        else if (name === 'w:vanish') runs[runs.length - 1] = isOn(attributes);
      },
      ontext() {
        if (inText && runs.at(-1)) found.push([parser.startIndex, parser.endIndex + 1]);
      },
      onclosetag(name) {
        if (FORMER.has(name)) former--;
        else if (former > 0) return;
        else if (name === 'w:p') paragraphs.pop();
        else if (name === 'w:r') runs.pop();
        else if (name === 'w:t') inText = false;
        else if (name === 'w:pPr') inParagraphMark = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}

function findHidingStyles(xml: string): Set<string> {
  const styles = new Map<string, { basedOn?: string; hides?: boolean }>();
  let id: string | undefined;
  let inRunProperties = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:style') {
          id = attributes['w:styleId'] ?? '';
          styles.set(id, {});
        } else if (id === undefined) return;
        else if (name === 'w:basedOn')
          styles.set(id, { ...styles.get(id), basedOn: attributes['w:val'] ?? '' });
        else if (name === 'w:rPr') inRunProperties = true;
        else if (name === 'w:vanish' && inRunProperties)
          styles.set(id, { ...styles.get(id), hides: isOn(attributes) });
      },
      onclosetag(name) {
        if (name === 'w:style') id = undefined;
        else if (name === 'w:rPr') inRunProperties = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const hides = (name: string, steps = 0): boolean => {
    const style = styles.get(name);
    if (!style || steps > LONGEST_CHAIN) return false;
    return style.hides ?? hides(style.basedOn ?? '', steps + 1);
  };
  return new Set([...styles.keys()].filter((name) => hides(name)));
}

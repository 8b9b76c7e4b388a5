import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';

const LARGEST = 5_000_000;
const LONGEST_CHAIN = 20;

interface Style {
  name?: string;
  basedOn?: string;
  /** 0 to 8 are heading levels, 9 is running text. */
  outline?: number;
}

/**
 * Heading levels (1 to 6) by style id, from a Word file's own style sheet. The ids alone do not tell: an Arabic Word
 * calls its headings `1`, `2`, and house styles inherit theirs. Empty when there is no readable style sheet.
 */
export function readHeadingStyles(docx: Uint8Array): Map<string, number> {
  const levels = new Map<string, number>();
  const styles = parseStyles(unpackStyles(docx));
  for (const id of styles.keys()) {
    const level = levelOf(id, styles);
    if (level) levels.set(id, Math.min(level, 6));
  }
  return levels;
}

function unpackStyles(docx: Uint8Array): string {
  try {
    // The size is the one declared; fflate inflates no further than that.
    const files = unzipSync(docx, {
      filter: ({ name, originalSize }) => name === 'word/styles.xml' && originalSize <= LARGEST,
    });
    return new TextDecoder().decode(files['word/styles.xml']);
  } catch {
    return '';
  }
}

function parseStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const value = attributes['w:val'] ?? '';
        if (name === 'w:style') {
          current = {};
          if (attributes['w:type'] === 'paragraph') styles.set(attributes['w:styleId'] ?? '', current);
        } else if (!current) return;
        else if (name === 'w:name') current.name = value;
        else if (name === 'w:basedOn') current.basedOn = value;
        else if (name === 'w:outlineLvl') current.outline = Number(value);
      },
      onclosetag(name) {
        if (name === 'w:style') current = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return styles;
}

function levelOf(id: string, styles: ReadonlyMap<string, Style>): number | undefined {
  let style = styles.get(id);
  for (let steps = 0; style && steps < LONGEST_CHAIN; steps++) {
    const named = /^(?:heading|عنوان) ?([1-9])$/i.exec(style.name ?? '')?.[1];
    if (named) return Number(named);
    if (style.name?.toLowerCase() === 'title') return 1;
    if (style.outline !== undefined) return style.outline < 9 ? style.outline + 1 : undefined;
    style = styles.get(style.basedOn ?? '');
  }
  return undefined;
}

import type { OfficeContentNode } from 'officeparser';
import { raiseSigns } from '#gateway/engine/reading/raised-signs.ts';

/** Signs of the fonts that programs set check boxes, ticks and arrows in, by the low byte of their code. */
const FONTS: Record<string, Record<number, string>> = {
  Wingdings: {
    0x6e: '■',
    0x6f: '☐',
    0x71: '☐',
    0x72: '☐',
    0x78: '☒',
    0xa8: '☐',
    0xdf: '←',
    0xe0: '→',
    0xe1: '↑',
    0xe2: '↓',
    0xfb: '✗',
    0xfc: '✓',
    0xfd: '☒',
    0xfe: '☑',
  },
  'Wingdings 2': {
    0x2a: '☐',
    0x4f: '✗',
    0x50: '✓',
    0x51: '☒',
    0x52: '☑',
    0x53: '☒',
    0x54: '☒',
    0xa3: '☐',
  },
  Webdings: { 0x61: '✓', 0x63: '☐', 0x72: '✗' },
  Symbol: {
    0x57: 'Ω',
    0x6d: 'μ',
    0x70: 'π',
    0xa3: '≤',
    0xae: '→',
    0xac: '←',
    0xb0: '°',
    0xb1: '±',
    0xb3: '≥',
    0xb4: '×',
    0xb8: '÷',
    0xb9: '≠',
    0xbb: '≈',
  },
};

/**
 * The sign that a font of symbols shows for a character code; the character itself in a font of letters. Undefined for
 * signs of no meaning in text and codes of private use.
 */
export function showSymbol(font: string, code: number): string | undefined {
  const signs = FONTS[font.trim()];
  if (signs) return signs[code & 0xff];
  if (code < 0x20 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xf8ff)) return undefined;
  return String.fromCodePoint(code);
}

/** Writes check marks set in fonts of symbols, and raised digits, as the signs that a reader sees. */
export function showSigns(content: readonly OfficeContentNode[]): void {
  const pending = [...content];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'text') {
      const { font = '', superscript } = node.formatting ?? {};
      const text = node.text ?? '';
      if (Object.hasOwn(FONTS, font.trim())) {
        const signs = Array.from(text, (sign) =>
          sign.charCodeAt(0) > 0x20 && isSymbolCode(sign.charCodeAt(0))
            ? (showSymbol(font, sign.charCodeAt(0)) ?? sign)
            : sign,
        );
        node.text = signs.join('');
      } else if (superscript) node.text = text.replace(/\S+/g, (signs) => raiseSigns(signs));
    }
    for (const child of node.children ?? []) pending.push(child);
    for (const note of node.notes ?? []) pending.push(note);
  }
}

/** Codes that a font of symbols draws itself; letters of other scripts are drawn by another font. */
const isSymbolCode = (code: number): boolean => code < 0x100 || (code >= 0xf000 && code <= 0xf0ff);

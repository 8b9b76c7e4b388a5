import { Parser } from 'htmlparser2';
import { findZipParts, unpackWhole } from './zip-parts.ts';

/** What a document shows beside its text. */
export interface UnreadParts {
  /** Of each picture, the part of a page that it covers. */
  pictures: number[];
  /** Objects of other programs, and charts as such. */
  objects: number;
}

/** A part of a document that other programs draw: pictures, objects, charts. */
const DRAWN =
  /\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg)$|^word\/embeddings\/|^Object|^[^/]+\/content\.xml$/i;
const MAX_PART_BYTES = 40_000_000;
const MAX_PICTURES = 10_000;

const EMU_PER_TWIP = 635;
/** A page of A4, in square inches. */
const A4 = 8.27 * 11.69;
const EMU_PER_INCH = 914_400;

const NONE: UnreadParts = { pictures: [], objects: 0 };

/** Pictures and objects of a document. None where it is not as expected: that is the office library's to judge. */
export function findUnreadParts(bytes: Uint8Array, format: 'docx' | 'odt' | 'rtf' | 'xlsx'): UnreadParts {
  if (format === 'rtf') return findInRtf(new TextDecoder('latin1').decode(bytes));
  try {
    const parts = findZipParts(bytes);
    const names = [...parts.keys()];
    if (!names.some((name) => DRAWN.test(name))) return NONE;
    const textOf = (name: string): string => {
      const part = parts.get(name);
      return part ? unpackWhole(bytes, part, MAX_PART_BYTES) : '';
    };
    if (format === 'docx') return findInWord(textOf('word/document.xml'));
    if (format === 'odt') return findInOdt(textOf('content.xml'), textOf('styles.xml'));
    const drawings = names.filter((name) => /^xl\/drawings\/[^/]+\.xml$/.test(name));
    const areas = drawings.flatMap((name) => areasOf(textOf(name), 'xdr:pic'));
    return { pictures: areas.map((area) => area / EMU_PER_INCH ** 2 / A4), objects: 0 };
  } catch {
    return NONE;
  }
}

/** Areas of the pictures in a drawing of OOXML, whose elements are called `tag`, in square EMU; 0 where not stated. */
export function areasOf(xml: string, tag: string): number[] {
  const [, ...pictures] = xml.split(`<${tag}>`, MAX_PICTURES);
  return pictures.map((rest) => {
    const [own = ''] = rest.split(`</${tag}>`, 1);
    const [, width = 0, height = 0] = /<a:ext cx="(\d{1,12})" cy="(\d{1,12})"/.exec(own) ?? [];
    return Number(width) * Number(height);
  });
}

interface TagHandlers {
  onopentag: (name: string, attributes: Record<string, string>) => void;
  onclosetag: (name: string) => void;
}

/** Nested more deeply, a document is none: the office library refuses it, and the parser would take too long. */
const MAX_DEPTH = 10_000;
const CHUNK_CHARACTERS = 64 * 1024;

function eachTag(xml: string, { onopentag, onclosetag }: TagHandlers): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        onopentag(name, attributes);
      },
      onclosetag(name) {
        depth--;
        onclosetag(name);
      },
    },
    { xmlMode: true },
  );
  for (let start = 0; start < xml.length; start += CHUNK_CHARACTERS) {
    if (depth >= MAX_DEPTH) break;
    parser.write(xml.slice(start, start + CHUNK_CHARACTERS));
  }
  parser.end();
}

/** A picture or object that the parser is in. */
interface Drawn {
  area: number;
  isPicture: boolean;
  isObject: boolean;
}

const openDrawn = (area = 0): Drawn => ({ area, isPicture: false, isObject: false });

function findInWord(xml: string): UnreadParts {
  const areas: number[] = [];
  const open: Drawn[] = [];
  let page = A4 * EMU_PER_INCH ** 2;
  let objects = 0;
  let fallbacks = 0;
  eachTag(xml, {
    onopentag(name, attributes) {
      const drawn = open.at(-1);
      if (name === 'mc:Fallback') fallbacks++;
      else if (fallbacks > 0) return;
      else if (name === 'w:object' || name === 'w:pict') open.push(openDrawn());
      // Behind the text, a picture is its paper.
      else if (name === 'wp:inline' || name === 'wp:anchor')
        open.push({ ...openDrawn(), isObject: attributes['behindDoc'] === '1' });
      else if (name === 'wp:extent' && drawn)
        drawn.area = Number(attributes['cx']) * Number(attributes['cy']) || 0;
      else if (name === 'v:shape' && drawn) drawn.area = areaOfStyle(attributes['style'] ?? '');
      else if ((name === 'pic:pic' || name === 'v:imagedata') && drawn) drawn.isPicture = true;
      else if (name === 'o:OLEObject') {
        objects++;
        if (drawn) drawn.isObject = true;
      } else if (name === 'w:pgSz') {
        const twips = Number(attributes['w:w']) * Number(attributes['w:h']);
        if (twips > 0) page = twips * EMU_PER_TWIP ** 2;
      }
    },
    onclosetag(name) {
      if (name === 'mc:Fallback') fallbacks--;
      else if (fallbacks === 0 && /^(?:w:object|w:pict|wp:inline|wp:anchor)$/.test(name)) {
        const { area, isPicture, isObject } = open.pop() ?? openDrawn();
        if (isPicture && !isObject && areas.length < MAX_PICTURES) areas.push(area);
      }
    },
  });
  return { pictures: areas.map((area) => area / page), objects };
}

const POINTS_PER_INCH = 72;

/** Square EMU of a shape of the older drawings, whose style states its size: `width:468pt;height:600pt`. */
function areaOfStyle(style: string): number {
  const side = (name: string): number => {
    const [, length = ''] = new RegExp(`(?:^|;)\\s*${name}:([^;]{1,20})`).exec(style) ?? [];
    return inches(length) * EMU_PER_INCH;
  };
  return side('width') * side('height');
}

const UNITS: Record<string, number> = { in: 1, cm: 1 / 2.54, mm: 1 / 25.4, pt: 1 / POINTS_PER_INCH };

/** A length with its unit in inches; 0 where it is none. */
function inches(length: string): number {
  const [, number = 0, unit = ''] = /^\s*(\d{1,6}(?:\.\d{1,9})?)([a-z]{2})\s*$/.exec(length) ?? [];
  return Number(number) * (UNITS[unit] ?? 0);
}

function findInOdt(xml: string, styles: string): UnreadParts {
  const areas: number[] = [];
  const open: Drawn[] = [];
  let objects = 0;
  eachTag(xml, {
    onopentag(name, attributes) {
      const drawn = open.at(-1);
      if (name === 'draw:frame')
        open.push(openDrawn(inches(attributes['svg:width'] ?? '') * inches(attributes['svg:height'] ?? '')));
      else if (name === 'draw:image' && drawn) drawn.isPicture = true;
      else if (/^draw:object(?:-ole)?$/.test(name) && drawn) drawn.isObject = true;
    },
    onclosetag(name) {
      if (name !== 'draw:frame') return;
      const { area, isPicture, isObject } = open.pop() ?? openDrawn();
      // The picture beside an object shows the object.
      if (isObject) objects++;
      else if (isPicture && areas.length < MAX_PICTURES) areas.push(area);
    },
  });
  const side = (name: string): number =>
    inches(new RegExp(`\\sfo:page-${name}="([^"]{1,20})"`).exec(styles)?.[1] ?? '');
  const page = side('width') * side('height') || A4;
  return { pictures: areas.map((area) => area / page), objects };
}

/** Characters within which RTF states its page, and a picture its size. */
const RTF_PREAMBLE = 100_000;
const RTF_HEAD = 600;

function findInRtf(text: string): UnreadParts {
  const numberOf = (from: string, word: string, fallback: number): number =>
    Number(new RegExp(`\\\\${word}(\\d{1,6})`).exec(from)?.[1] ?? fallback);
  const head = text.slice(0, RTF_PREAMBLE);
  const page = numberOf(head, 'paperw', 12_240) * numberOf(head, 'paperh', 15_840) || 1;
  const pictures: number[] = [];
  for (const { index } of text.matchAll(/\\pict(?![a-z])/g)) {
    if (pictures.length >= MAX_PICTURES) break;
    // The same picture again, for older programs.
    if (text.slice(Math.max(0, index - 20), index).includes('\\nonshppict')) continue;
    const own = text.slice(index, index + RTF_HEAD);
    const side = (goal: string, scale: string) => (numberOf(own, goal, 0) * numberOf(own, scale, 100)) / 100;
    pictures.push((side('picwgoal', 'picscalex') * side('pichgoal', 'picscaley')) / page);
  }
  return { pictures, objects: text.match(/\\objdata(?![a-z])/g)?.length ?? 0 };
}

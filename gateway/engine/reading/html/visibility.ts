import type { Declarations } from './style-rules.ts';

const NAMED: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  snow: '#fffafa',
  ivory: '#fffff0',
  whitesmoke: '#f5f5f5',
  ghostwhite: '#f8f8ff',
  navy: '#000080',
  orange: '#ffa500',
};

/** Red, green, blue and opacity, each 0 to 255 (opacity 0 to 1). */
type Colour = readonly [red: number, green: number, blue: number, opacity: number];

const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];

/** A colour as CSS or an old attribute writes it; undefined where it cannot be known here. */
function parseColour(text: string): Colour | undefined {
  const word = text.trim();
  if (word === 'transparent') return [0, 0, 0, 0];
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(NAMED[word] ?? word)?.[1];
  if (hex) {
    const wide = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    const [red = 0, green = 0, blue = 0, opacity = 255] = (wide.match(/../g) ?? []).map((two) =>
      Number.parseInt(two, 16),
    );
    return [red, green, blue, opacity / 255];
  }
  const parts =
    /^rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*([\d.]+%?)\s*)?\)$/.exec(word);
  if (!parts) return undefined;
  const [, red, green, blue, opacity = '1'] = parts;
  const share = opacity.endsWith('%') ? Number.parseFloat(opacity) / 100 : Number(opacity);
  return [Number(red), Number(green), Number(blue), share];
}

/** Whether letters in one colour cannot be told from a ground in the other: nearer than any reader sees. */
function isAlike(a: Colour, b: Colour): boolean {
  return [0, 1, 2].every((channel) => Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) <= 8);
}

/** What text inherits from the elements around it and decides whether it is seen; undefined: cannot be known. */
export interface InheritedStyle {
  colour: Colour | undefined;
  ground: Colour | undefined;
  visible: boolean;
  sized: boolean;
  /** A line runs through it. */
  struck: boolean;
  /** Font size in points. */
  points: number;
}

const NORMAL_POINTS = 12;

/** The style of the root: black on white, or unknown for a page whose style sheets are missing. */
export function rootStyle(isPartial: boolean): InheritedStyle {
  const [colour, ground] = isPartial ? [] : [BLACK, WHITE];
  return { colour, ground, visible: true, sized: true, struck: false, points: NORMAL_POINTS };
}

/** Whether an element is hidden with its whole content; no descendant can undo this. */
export function isGone(style: Declarations, attributes: Record<string, string>): boolean {
  const { hidden } = attributes;
  if (hidden !== undefined && hidden !== 'until-found' && !isShown(style.get('display'))) return true;
  if (style.size === 0) return false;
  if (style.get('display') === 'none' || style.get('content-visibility') === 'hidden') return true;
  const opacity = style.get('opacity');
  if (opacity !== undefined && toNumber(opacity) < 0.05) return true;
  if (/^scale\(\s*0?\.?0*\s*\)$/.test(style.get('transform') ?? '')) return true;
  return isOffScreen(style) || isClipped(style);
}

const isShown = (display: string | undefined): boolean => display !== undefined && display !== 'none';

/** Distance from the edge beyond which text is off screen. */
const OFF_SCREEN_PIXELS = 900;

function isOffScreen(style: Declarations): boolean {
  const indent = style.get('text-indent') ?? '';
  if (!indent.endsWith('%') && Math.abs(toPixels(indent)) >= OFF_SCREEN_PIXELS) return true;
  const [, moved = ''] =
    /^translate(?:x|y|3d)?\(\s*(-[\d.]+[a-z%]+)/.exec(style.get('transform') ?? '') ?? [];
  if (toPixels(moved) <= -OFF_SCREEN_PIXELS) return true;
  if (!/^(?:absolute|fixed)$/.test(style.get('position') ?? '')) return false;
  return ['left', 'top', 'right', 'bottom'].some((side) => toPixels(style.get(side)) <= -OFF_SCREEN_PIXELS);
}

function isClipped(style: Declarations): boolean {
  const clip = style.get('clip') ?? '';
  if (/^rect\(\s*(?:[01](?:px)?[\s,]*){4}\)$/.test(clip)) return true;
  if (/^(?:inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0)/.test(style.get('clip-path') ?? '')) return true;
  const sides = ['width', 'height', 'max-width', 'max-height'];
  return style.get('overflow') === 'hidden' && sides.some((side) => toPixels(style.get(side)) === 0);
}

/** The paint inside an element, from that around it. */
export function inheritStyle(
  around: InheritedStyle,
  name: string,
  style: Declarations,
  attributes: Record<string, string>,
): InheritedStyle {
  const attribute = name === 'font' ? 'color' : name === 'body' ? 'text' : '';
  const own = attributes[attribute]?.toLowerCase();
  const sheet = attributes['bgcolor']?.toLowerCase();
  const struck = around.struck || isStruck(name, style);
  if (style.size === 0 && own === undefined && sheet === undefined && name !== 'font')
    return struck === around.struck ? around : { ...around, struck };
  const visibility = style.get('visibility');
  const size =
    style.get('font-size') ?? (name === 'font' ? FONT_SIZES[Number(attributes['size'])] : undefined);
  return {
    colour: inheritColour(around.colour, style.get('color') ?? own),
    ground: inheritGround(around.ground, style, sheet),
    visible: visibility === undefined || visibility === 'inherit' ? around.visible : visibility === 'visible',
    points: size === undefined ? around.points : toPoints(size, around.points),
    sized: size === undefined || size === 'inherit' ? around.sized : hasSize(size, around.sized),
    struck,
  };
}

/** Elements by which authors take text back. */
const STRUCK = /^(?:del|s|strike)$/;

function isStruck(name: string, style: Declarations): boolean {
  const line = style.get('text-decoration-line') ?? style.get('text-decoration');
  return line === undefined ? STRUCK.test(name) : line.includes('line-through');
}

function inheritColour(around: Colour | undefined, stated: string | undefined): Colour | undefined {
  if (stated === undefined || stated === 'inherit' || stated === 'currentcolor') return around;
  return parseColour(stated);
}

function inheritGround(
  around: Colour | undefined,
  style: Declarations,
  sheet: string | undefined,
): Colour | undefined {
  if (/url\(|gradient\(/.test(`${style.get('background') ?? ''} ${style.get('background-image') ?? ''}`))
    return undefined;
  const stated = style.get('background-color') ?? style.get('background') ?? sheet;
  if (stated === undefined || /^(?:none|inherit|initial|unset|0(?: 0)?)$/.test(stated)) return around;
  const colour = parseColour(stated.startsWith('rgb') ? stated : (stated.split(' ')[0] ?? ''));
  if (colour === undefined) return undefined;
  if (colour[3] === 0) return around;
  // A tint over another ground is a third colour.
  return colour[3] < 1 ? undefined : colour;
}

/** A relative size inside an element without size is no size either. */
function hasSize(size: string, around: boolean): boolean {
  const value = toNumber(size);
  if (Number.isNaN(value)) return around || !/^(?:smaller|larger)$/.test(size);
  if (/(?:%|em|ex|ch)$/.test(size) && !size.endsWith('rem')) return around && value > 0;
  return /px|pt/.test(size) ? value > 1 : value > 0;
}

/** What `<font size>` counts in. */
const FONT_SIZES: Record<number, string> = {
  1: '7.5pt',
  2: '10pt',
  3: '12pt',
  4: '13.5pt',
  5: '18pt',
  6: '24pt',
  7: '36pt',
};
const POINTS: Record<string, number> = {
  pt: 1,
  px: 0.75,
  in: 72,
  cm: 28.35,
  mm: 2.835,
  pc: 12,
  rem: NORMAL_POINTS,
};
const NAMED_POINTS: Record<string, number> = {
  'xx-small': 7,
  'x-small': 7.5,
  small: 10,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
};

/** A font size in points; relative sizes refer to the parent, and an unknown value keeps the size of the parent. */
function toPoints(size: string, around: number): number {
  const named = NAMED_POINTS[size];
  if (named !== undefined) return named;
  const [, number = '', unit = ''] = /^([\d.]+)([a-z%]+)$/.exec(size) ?? [];
  const value = Number(number);
  if (number === '' || Number.isNaN(value)) return around;
  if (unit === '%') return (around * value) / 100;
  if (unit === 'em') return around * value;
  return (POINTS[unit] ?? Number.NaN) * value || around;
}

/** Whether text under this paint leaves nothing to see. */
export function isUnseen({ colour, ground, visible, sized }: InheritedStyle): boolean {
  if (!visible || !sized) return true;
  if (colour === undefined) return false;
  return colour[3] < 0.05 || (ground !== undefined && colour[3] === 1 && isAlike(colour, ground));
}

const toNumber = (text: string): number => Number.parseFloat(text);

function toPixels(text: string | undefined): number {
  const value = toNumber(text ?? '');
  if (Number.isNaN(value)) return Number.NaN;
  return /r?em$/.test(text ?? '') ? value * 16 : /v[wh]$|%$/.test(text ?? '') ? value * 10 : value;
}

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
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

export const WHITE: Colour = [255, 255, 255, 1];
export const BLACK: Colour = [0, 0, 0, 1];

/** A colour as CSS or an old attribute writes it; undefined where it cannot be known here. */
export function parseColour(text: string): Colour | undefined {
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
export function isAlike(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= 8);
}

/** One text object of a page: the properties shared by its characters. */
export interface TextRun {
  /** 0, 1, 2, ... in the order of drawing. */
  rank: number;
  font: string;
  /** By name, flag or render mode; never by weight, which many producers misstate. */
  bold: boolean;
  /** Points on the page, after every scaling. */
  size: number;
  /** Radians, counter-clockwise, of the writing direction. */
  angle: number;
  /** Marked-content id that the structure tree refers to, -1 without. */
  mcid: number;
  /** Identity of the innermost `ActualText` span, 0 without, and its text. */
  span: number;
  spanText: string;
  /** Drawn without ink, as the text layer of a scan is. */
  invisible: boolean;
  /** Declared as page furniture (`/Artifact`): running titles, page numbers, borders. */
  artifact: boolean;
}

/** One character as the engine gives it; positions in points, turned so that its line runs along x. */
export interface PageCharacter {
  text: string;
  /** Origin. */
  x: number;
  y: number;
  /** Horizontal extent of the loose box. */
  left: number;
  right: number;
  /** Index in the engine's own order, which is logical inside a right-to-left object. */
  order: number;
  run: TextRun;
  /** The font does not say which letter this glyph is. */
  unmapped: boolean;
  /** The engine saw a jump before this character and put a space that the file does not draw. */
  afterJump: boolean;
}

/** Where one object of an `ActualText` span stands: the engine gives the characters of only one of them. */
export interface SpanPart {
  x: number;
  y: number;
  left: number;
  right: number;
}

/** A straight line drawn on the page: `at` is its x when upright, its y when flat; it reaches `from` .. `to`. */
export interface Rule {
  upright: boolean;
  at: number;
  from: number;
  to: number;
}

/** The text, rules and marks of one page, before line building. */
export interface PageText {
  /** 1-based. */
  page: number;
  width: number;
  height: number;
  characters: PageCharacter[];
  /** Drawn spaces that the engine swallowed. */
  spaces: { x: number; y: number }[];
  rules: Rule[];
  /** Centres of small compact shapes, as bullets are drawn by browsers. */
  dots: { x: number; y: number }[];
  /** Parts of the spans that several objects make up, by span. */
  spans: Map<number, SpanPart[]>;
  /** Share of the page covered by pictures, 0 to 1 (overlaps counted twice, capped). */
  pictured: number;
  /** Objects of every kind; none on a blank page. */
  drawn: number;
  /** Text of layers that are switched off, in the engine's order; it is none of the characters. */
  hidden: string;
  /** What of the page is shown. */
  bounds: { left: number; right: number; bottom: number; top: number };
}

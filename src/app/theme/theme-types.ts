import type { CSSProperties } from 'react';

type Hue = { fill: string; ink: string; wash: string };

declare module '@mui/material/styles' {
  interface TypeBackground {
    sunken: string;
    hover: string;
  }
  interface TypeText {
    tertiary: string;
  }
  interface Palette {
    /** Hairlines: `soft` between rows, `firm` at frame edges and chips, `strong` for fields (3:1). */
    line: { soft: string; firm: string; strong: string };
    /** Words and washes that belong to a hue: `sx={{ color: 'teal.ink', bgcolor: 'teal.wash' }}`. */
    teal: Hue;
    saffron: Hue;
    brick: Hue;
    leaf: Hue;
    slate: { fill: string };
    /** The empty part of bars and meters. */
    track: { fill: string };
    /** Matched words. */
    mark: { fill: string; ink: string };
  }
  interface PaletteOptions {
    line?: Palette['line'];
    teal?: Hue;
    saffron?: Hue;
    brick?: Hue;
    leaf?: Hue;
    slate?: { fill: string };
    track?: { fill: string };
    mark?: { fill: string; ink: string };
  }
  interface TypographyVariants {
    /** A whole sentence that answers a page's question: 20/28 600. */
    statement: CSSProperties;
    /** A question or a generated answer: 17/28. */
    reading: CSSProperties;
    /** A passage in a ranked list: 14/22. */
    passage: CSSProperties;
    /** Files, URLs, code: always left to right, see `MonoText`. */
    mono: CSSProperties;
  }
  interface TypographyVariantsOptions {
    statement?: CSSProperties;
    reading?: CSSProperties;
    passage?: CSSProperties;
    mono?: CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    statement: true;
    reading: true;
    passage: true;
    mono: true;
  }
}

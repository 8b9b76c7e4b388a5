import type { ThemeOptions } from '@mui/material/styles';
import type { Language } from '#src/i18n/languages.ts';

// Latin first in both languages: digits and punctuation then look the same beside either script.
const fontFamily = "'IBM Plex Sans', 'IBM Plex Sans Arabic', system-ui, sans-serif";

/** Each role's size and line height in px: [English, Arabic]. */
const TYPE_SCALE = {
  h1: [24, 32, 24, 40],
  statement: [20, 28, 21, 36],
  h2: [18, 28, 19, 32],
  h3: [15, 24, 16, 28],
  reading: [17, 28, 18, 34],
  body1: [15, 24, 16, 28],
  passage: [14, 22, 15, 26],
  body2: [13, 20, 14, 24],
  caption: [12, 16, 13, 20],
} as const;

function toRem(size: number): string {
  return `${size / 16}rem`;
}

export function typeScale(language: Language): NonNullable<ThemeOptions['typography']> {
  const role = (name: keyof typeof TYPE_SCALE, fontWeight: 400 | 600) => {
    const [size, height, arabicSize, arabicHeight] = TYPE_SCALE[name];
    const [fontSize, lineHeight] = language === 'ar' ? [arabicSize, arabicHeight] : [size, height];
    return {
      fontFamily,
      fontSize: toRem(fontSize),
      lineHeight: lineHeight / fontSize,
      fontWeight,
      letterSpacing: 0,
    };
  };
  return {
    fontFamily,
    fontWeightLight: 400,
    fontWeightRegular: 400,
    fontWeightMedium: 600,
    fontWeightBold: 600,
    h1: role('h1', 600),
    h2: role('h2', 600),
    h3: role('h3', 600),
    h4: role('h3', 600),
    h5: role('h3', 600),
    h6: role('h3', 600),
    subtitle1: role('body1', 600),
    subtitle2: role('body2', 600),
    body1: role('body1', 400),
    body2: role('body2', 400),
    caption: role('caption', 400),
    overline: { ...role('caption', 400), textTransform: 'none' },
    button: { ...role('body1', 600), textTransform: 'none' },
    statement: role('statement', 600),
    reading: role('reading', 400),
    passage: role('passage', 400),
    mono: {
      fontFamily: "'IBM Plex Mono', 'IBM Plex Sans Arabic', ui-monospace, monospace",
      fontSize: toRem(12),
      lineHeight: 16 / 12,
      fontWeight: 400,
      letterSpacing: 0,
    },
  };
}

import { createTheme } from '@mui/material/styles';
import type { Theme } from '@mui/material/styles';
import type { Language } from '#src/i18n/languages.ts';
import { directionOf } from '#src/i18n/languages.ts';
import { componentStyles } from './theme-components.ts';
import { paletteFrom } from './theme-palette.ts';
import { typeScale } from './theme-type-scale.ts';
import './theme-types.ts';
import { darkTokens, lightTokens } from './tokens.ts';

// `sx` turns 1 into a hairline for the physical borders only; ours are logical.
const hairline = {
  themeKey: 'borders',
  transform: (value: unknown) => (typeof value === 'number' ? `${value}px solid` : String(value)),
};
const logicalBorders = {
  borderInlineStart: hairline,
  borderInlineEnd: hairline,
  borderBlockStart: hairline,
  borderBlockEnd: hairline,
  borderInline: hairline,
  borderBlock: hairline,
};

export function createAppTheme(language: Language, mode: 'light' | 'dark'): Theme {
  const tokens = mode === 'dark' ? darkTokens : lightTokens;
  return createTheme({
    direction: directionOf(language),
    spacing: 8,
    shape: { borderRadius: 8 },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    unstable_sxConfig: logicalBorders,
    palette: paletteFrom(mode, tokens),
    typography: typeScale(language),
    transitions: {
      duration: {
        shortest: 150,
        shorter: 150,
        short: 150,
        standard: 150,
        complex: 150,
        enteringScreen: 150,
        leavingScreen: 150,
      },
    },
    components: componentStyles(tokens),
  });
}

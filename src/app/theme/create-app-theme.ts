import { createTheme, type PaletteOptions, type Theme } from '@mui/material/styles';
import { directionOf, type Language } from '#src/i18n/languages.ts';
import { componentStyles } from './component-styles.ts';
import { typeScale } from './type-scale.ts';
import './theme-types.ts';
import { type ColorTokens, darkTokens, lightTokens } from './color-tokens.ts';

function paletteFrom(mode: 'light' | 'dark', t: ColorTokens): PaletteOptions {
  return {
    mode,
    primary: { main: t.teal, light: t.teal, dark: t.tealInk, contrastText: t.onTeal },
    secondary: { main: t.ink2, contrastText: t.bg },
    error: { main: t.brick, light: t.brick, dark: t.brickInk, contrastText: t.onBrick },
    warning: { main: t.saffron, light: t.saffron, dark: t.saffronInk, contrastText: t.ink },
    success: { main: t.leaf, light: t.leaf, dark: t.leafInk, contrastText: t.onTeal },
    info: { main: t.teal, light: t.teal, dark: t.tealInk, contrastText: t.onTeal },
    text: { primary: t.ink, secondary: t.ink2, tertiary: t.ink3, disabled: t.ink3 },
    background: { default: t.bg, paper: t.surface, sunken: t.sunken, hover: t.hover },
    divider: t.line,
    action: {
      active: t.ink2,
      hover: t.hover,
      selected: t.tealWash,
      disabled: t.ink3,
      disabledBackground: t.hover,
      focus: t.hover,
    },
    line: { soft: t.line, firm: t.line2, strong: t.line3 },
    teal: { fill: t.teal, ink: t.tealInk, wash: t.tealWash },
    saffron: { fill: t.saffron, ink: t.saffronInk, wash: t.saffronWash },
    brick: { fill: t.brick, ink: t.brickInk, wash: t.brickWash },
    leaf: { fill: t.leaf, ink: t.leafInk, wash: t.leafWash },
    slate: { fill: t.slate },
    track: { fill: t.track },
    mark: { fill: t.mark, ink: t.markInk },
  };
}

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

import type { PaletteOptions } from '@mui/material/styles';
import type { ColourTokens } from './tokens.ts';

export function paletteFrom(mode: 'light' | 'dark', t: ColourTokens): PaletteOptions {
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

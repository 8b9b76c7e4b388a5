import type { Components, Theme } from '@mui/material/styles';
import type { ColorTokens } from './color-tokens.ts';

/** Lucide icons that point or speak mirror in right-to-left; those that depict a thing do not. */
const MIRRORED_ICONS = [
  'chevron-left',
  'chevron-right',
  'chevrons-left',
  'chevrons-right',
  'arrow-left',
  'arrow-right',
  'arrow-up-right',
  'arrow-down-left',
  'send',
  'send-horizontal',
  'corner-down-left',
  'external-link',
  'log-out',
  'log-in',
  'message-circle',
  'message-circle-question-mark',
  'circle-question-mark',
  'list-checks',
  'list-tree',
  'text-quote',
  'text-search',
]
  .map((name) => `.lucide-${name}`)
  .concat('[data-mirrors]')
  .join(',');

const visuallyHidden = {
  position: 'absolute !important',
  width: 1,
  height: 1,
  padding: '0 !important',
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
};

const focusRing = (t: ColorTokens) => ({ outline: `2px solid ${t.teal}`, outlineOffset: 2 });

function baseStyles(t: ColorTokens): Components<Theme> {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { WebkitTextSizeAdjust: '100%', backgroundColor: t.bg },
        body: { fontVariantNumeric: 'lining-nums', overflowWrap: 'break-word' },
        ':focus-visible': focusRing(t),
        'h1:focus, main:focus': { outline: 'none' },
        '.visually-hidden': visuallyHidden,
        '@media (max-width: 899.95px)': { '.visually-hidden-on-phone': visuallyHidden },
        // An alternative of a word of the question: a dashed line, so that it differs without colour.
        'mark[data-alternative]': {
          backgroundColor: 'transparent',
          color: 'inherit',
          textDecoration: `underline dashed 2px ${t.saffron}`,
          textUnderlineOffset: 4,
        },
        mark: { backgroundColor: t.mark, color: t.markInk, borderRadius: 3, paddingInline: 1 },
        '.lucide': { strokeWidth: 1.75, flexShrink: 0 },
        [`[dir="rtl"] :is(${MIRRORED_ICONS})`]: { transform: 'scaleX(-1)' },
        // A part with a direction of its own, as a passage in the other language has.
        [`[data-own-direction][dir="ltr"] :is(${MIRRORED_ICONS})`]: { transform: 'none' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            // A duration, however short, would make every property of everything fade, one level after the other.
            transition: 'none !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
  };
}

function buttonStyles(t: ColorTokens): Components<Theme> {
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': focusRing(t) } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 40, paddingBlock: 7, paddingInline: 16, whiteSpace: 'nowrap', gap: 8 },
        sizeSmall: { minHeight: 32, paddingBlock: 3, paddingInline: 12, fontSize: '0.8125rem' },
        startIcon: { marginInline: 0 },
        endIcon: { marginInline: 0 },
        outlined: {
          borderColor: t.line3,
          color: t.ink,
          backgroundColor: t.surface,
          '&:hover': { borderColor: t.ink3, backgroundColor: t.hover },
        },
        text: { paddingInline: 8 },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          borderRadius: 8,
          color: t.ink2,
          width: 40,
          height: 40,
          '&:hover': { backgroundColor: t.hover },
        },
        sizeSmall: { width: 32, height: 32 },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minHeight: 36,
          paddingBlock: 3,
          paddingInline: 12,
          borderColor: t.line3,
          color: t.ink2,
          fontWeight: 400,
          fontSize: '0.8125rem',
          '&.Mui-selected': { backgroundColor: t.tealWash, color: t.tealInk, fontWeight: 600 },
          '&.Mui-selected:hover': { backgroundColor: t.tealWash },
        },
      },
    },
  };
}

function surfaceStyles(t: ColorTokens): Components<Theme> {
  return {
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiMenu: { defaultProps: { elevation: 0 } },
    MuiPopover: {
      defaultProps: { elevation: 0 },
      styleOverrides: { paper: { border: `1px solid ${t.line2}` } },
    },
    MuiDialog: {
      defaultProps: { slotProps: { paper: { elevation: 0 } } },
      styleOverrides: { paper: { border: `1px solid ${t.line2}` } },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: '1.125rem', lineHeight: 28 / 18, fontWeight: 600 } },
    },
    MuiBackdrop: {
      styleOverrides: {
        root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(12 17 21 / 45%)' } },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { height: 28, borderRadius: 14, fontSize: '0.8125rem', color: t.ink2 },
        outlined: { borderColor: t.line2 },
      },
    },
    MuiLinearProgress: {
      styleOverrides: {
        root: { height: 4, borderRadius: 4, backgroundColor: t.track },
        bar: { borderRadius: 4 },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 300, describeChild: true },
      styleOverrides: {
        tooltip: {
          backgroundColor: t.ink,
          color: t.bg,
          fontSize: '0.8125rem',
          lineHeight: 20 / 13,
          fontWeight: 400,
        },
      },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiSkeleton: {
      defaultProps: { animation: false },
      styleOverrides: { root: { backgroundColor: t.hover } },
    },
  };
}

function fieldStyles(t: ColorTokens): Components<Theme> {
  const placeholder = { color: t.ink3, opacity: 1 };
  return {
    MuiInputBase: { styleOverrides: { input: { '&::placeholder': placeholder } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: t.surface,
          '&:hover:not(.Mui-focused):not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: t.ink3,
          },
        },
        notchedOutline: { borderColor: t.line3 },
        input: {
          height: 24,
          paddingBlock: 7,
          paddingInline: 12,
          '&::placeholder': placeholder,
        },
        multiline: { paddingBlock: 8, paddingInline: 0 },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, color: t.ink3 } } },
  };
}

export const componentStyles = (t: ColorTokens): Components<Theme> => ({
  ...baseStyles(t),
  ...buttonStyles(t),
  ...surfaceStyles(t),
  ...fieldStyles(t),
});

import type { Theme } from '@mui/material/styles';

/** Words and figures of axes: the caption's size, in the page's own letters. */
export function axisText({ palette, typography }: Theme) {
  const { fontFamily, fontSize } = typography.caption;
  return {
    fontFamily: String(fontFamily),
    fontSize: Number.parseFloat(String(fontSize)) * 16,
    fill: palette.text.tertiary,
  };
}

/** Hairlines of the grid and of the ground. */
export function axisLines({ palette }: Theme) {
  return {
    '&& .MuiChartsGrid-line': { stroke: palette.line.soft },
    '&& .MuiChartsAxis-line': { stroke: palette.line.firm },
  };
}

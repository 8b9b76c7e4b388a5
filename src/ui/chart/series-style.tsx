import { useTheme } from '@mui/material/styles';
import { useId } from 'react';

/** Patterns over the fills, so that series differ without colour; the first is plain. */
const PATTERN_PATHS = [
  '',
  'M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4',
  'M2,2 h0.01 M6,6 h0.01',
  'M0,4 h8',
  'M4,0 v8',
  'M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4',
  'M0,4 h8 M4,0 v8',
  'M2,6 h0.01 M6,2 h0.01 M-2,2 l4,-4 M0,8 l8,-8',
] as const;

export type SeriesStyle = { fill: string; color: string; pattern: string; patternId: string };

/** Styles for a number of series, in the theme's order; the last and palest is for the sum of all others. */
export function useSeriesStyles(count: number, hasOthers: boolean): SeriesStyle[] {
  const { palette } = useTheme();
  const id = useId();
  const colors = [
    palette.teal.fill,
    palette.saffron.fill,
    palette.slate.fill,
    palette.leaf.fill,
    palette.brick.fill,
    palette.primary.dark,
    palette.saffron.ink,
    palette.text.secondary,
  ];
  return Array.from({ length: count + (hasOthers ? 1 : 0) }, (_, index) => {
    const others = hasOthers && index === count;
    const pattern = others ? PATTERN_PATHS[1] : (PATTERN_PATHS[index % PATTERN_PATHS.length] ?? '');
    const color = others ? palette.line.strong : (colors[index % colors.length] ?? palette.slate.fill);
    const patternId = `series${id}${index}`;
    return { color, pattern, patternId, fill: pattern === '' ? color : `url(#${patternId})` };
  });
}

/** Fill patterns of the styles, for the `svg` that uses them. */
export function SeriesPatterns({ styles }: { styles: readonly SeriesStyle[] }) {
  const { palette } = useTheme();
  return (
    <defs>
      {styles
        .filter(({ pattern }) => pattern !== '')
        .map(({ patternId, color, pattern }) => (
          <pattern key={patternId} id={patternId} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect width={8} height={8} fill={color} />
            <path
              d={pattern}
              fill="none"
              stroke={palette.background.default}
              strokeOpacity={0.45}
              strokeWidth={pattern.includes('0.01') ? 2 : 1}
              strokeLinecap={pattern.includes('0.01') ? 'round' : 'butt'}
            />
          </pattern>
        ))}
    </defs>
  );
}

/** A small square of a series, for legends and tables. */
export function SeriesSwatch({ style }: { style: SeriesStyle }) {
  // An id occurs once in a document: the swatch has a pattern of its own.
  const swatchStyle = { ...style, patternId: `${style.patternId}-swatch` };
  return (
    <svg width={12} height={12} aria-hidden style={{ flexShrink: 0 }}>
      <SeriesPatterns styles={[swatchStyle]} />
      <rect
        width={12}
        height={12}
        rx={3}
        fill={style.pattern === '' ? style.color : `url(#${swatchStyle.patternId})`}
      />
    </svg>
  );
}

import { useTheme } from '@mui/material/styles';
import { useId } from 'react';

/** What lies over a fill, so that series are told apart without their colour; the first is plain. */
const PATTERNS = [
  '',
  'M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4',
  'M2,2 h0.01 M6,6 h0.01',
  'M0,4 h8',
  'M4,0 v8',
  'M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4',
  'M0,4 h8 M4,0 v8',
  'M2,6 h0.01 M6,2 h0.01 M-2,2 l4,-4 M0,8 l8,-8',
] as const;

export type SeriesLook = { fill: string; colour: string; pattern: string; patternId: string };

/** The looks of so many series, in the theme's order; what is summed up as others is the last and palest. */
export function useSeriesLooks(count: number, hasOthers: boolean): SeriesLook[] {
  const { palette } = useTheme();
  const id = useId();
  const colours = [
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
    const pattern = others ? PATTERNS[1] : (PATTERNS[index % PATTERNS.length] ?? '');
    const colour = others ? palette.line.strong : (colours[index % colours.length] ?? palette.slate.fill);
    const patternId = `series${id}${index}`;
    return { colour, pattern, patternId, fill: pattern === '' ? colour : `url(#${patternId})` };
  });
}

/** The patterns that the looks name; to stand inside the `svg` that uses them. */
export function SeriesPatterns({ looks }: { looks: readonly SeriesLook[] }) {
  const { palette } = useTheme();
  return (
    <defs>
      {looks
        .filter(({ pattern }) => pattern !== '')
        .map(({ patternId, colour, pattern }) => (
          <pattern key={patternId} id={patternId} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect width={8} height={8} fill={colour} />
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
export function SeriesSwatch({ look }: { look: SeriesLook }) {
  // An id is good for one document: the swatch has a pattern of its own.
  const own = { ...look, patternId: `${look.patternId}-swatch` };
  return (
    <svg width={12} height={12} aria-hidden style={{ flexShrink: 0 }}>
      <SeriesPatterns looks={[own]} />
      <rect
        width={12}
        height={12}
        rx={3}
        fill={look.pattern === '' ? look.colour : `url(#${own.patternId})`}
      />
    </svg>
  );
}

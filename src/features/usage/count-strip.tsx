import { useTheme } from '@mui/material/styles';
import { useLocale } from '#src/i18n/locale.tsx';

const WIDTH = 120;
const HEIGHT = 24;

/** Counts day by day, as small bars; the sum stands beside it. */
export function CountStrip({ counts }: { counts: readonly number[] }) {
  const { palette } = useTheme();
  const rtl = useLocale().direction === 'rtl';
  const highest = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden style={{ display: 'block' }}>
      <g transform={rtl ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}>
        <rect y={HEIGHT - 1} width={WIDTH} height={1} fill={palette.line.firm} />
        {counts.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / highest) * (HEIGHT - 2));
          return (
            <rect
              // eslint-disable-next-line react/no-array-index-key
              key={index}
              x={index * step}
              y={HEIGHT - 1 - height}
              width={Math.max(1, step - 1)}
              height={height}
              fill={palette.brick.fill}
            />
          );
        })}
      </g>
    </svg>
  );
}

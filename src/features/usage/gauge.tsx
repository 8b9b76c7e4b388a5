import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { MARK } from '#src/spending/burn-down.ts';

const RADIUS = 92;
const MIDDLE = { x: 120, y: 112 };

/** A point of the half circle, 0 at its start and 1 at its end. */
function pointAt(share: number, radius: number) {
  const angle = Math.PI * (1 - share);
  return { x: MIDDLE.x + radius * Math.cos(angle), y: MIDDLE.y - radius * Math.sin(angle) };
}

function arc(from: number, to: number): string {
  const [begin, end] = [pointAt(from, RADIUS), pointAt(to, RADIUS)];
  return `M${begin.x},${begin.y} A${RADIUS},${RADIUS} 0 0 1 ${end.x},${end.y}`;
}

type GaugeProps = { used: number; total: number; label: string; valueText: string };

/** How much of the quota is used, as a half circle that fills from the start side, with a tick at 80 %. */
export function Gauge({ used, total, label, valueText }: GaugeProps) {
  const { t } = useTranslation('usage');
  const { palette, typography } = useTheme();
  const formats = useFormats();
  const rtl = useLocale().direction === 'rtl';
  const share = total > 0 ? used / total : 1;
  const shown = Math.min(1, Math.max(0, share));
  const hue = share >= 1 ? palette.brick : share >= MARK ? palette.saffron : palette.teal;
  const [inner, outer, words] = [
    pointAt(MARK, RADIUS - 12),
    pointAt(MARK, RADIUS + 10),
    pointAt(MARK, RADIUS + 27),
  ];
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 1000) / 10}
      aria-valuetext={valueText}
      sx={{ display: 'grid', justifyItems: 'center', gap: 0.5 }}
    >
      <svg viewBox="0 0 240 124" width="100%" style={{ maxWidth: 264 }} aria-hidden>
        <g
          transform={rtl ? `matrix(-1 0 0 1 ${2 * MIDDLE.x} 0)` : undefined}
          fill="none"
          strokeLinecap="round"
        >
          <path d={arc(0, 1)} stroke={palette.track.fill} strokeWidth={13} />
          {shown > 0 ? <path d={arc(0, shown)} stroke={hue.fill} strokeWidth={13} /> : null}
          <path
            d={`M${inner.x},${inner.y} L${outer.x},${outer.y}`}
            stroke={palette.saffron.ink}
            strokeWidth={3}
            strokeLinecap="butt"
          />
        </g>
        <text
          x={rtl ? 2 * MIDDLE.x - words.x : words.x}
          y={words.y + 4}
          textAnchor="middle"
          style={{ fontFamily: String(typography.fontFamily), fontSize: 11, fill: palette.saffron.ink }}
        >
          {t('gauge.mark', { share: formats.percent(MARK) })}
        </text>
        <text
          x={MIDDLE.x}
          y={MIDDLE.y - 8}
          textAnchor="middle"
          style={{
            fontFamily: String(typography.fontFamily),
            fontSize: 34,
            fontWeight: 600,
            fill: palette.text.primary,
          }}
        >
          {formats.percent(share, 1)}
        </text>
      </svg>
      <Typography
        component="div"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        aria-hidden
      >
        {valueText}
      </Typography>
    </Box>
  );
}

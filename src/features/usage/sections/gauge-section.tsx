import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import { remainingQuota, tightestLimit } from '#src/api/hooks/use-usage.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { dayInZone } from '#src/ui/quota/calendar-days.ts';
import { quotaTone, WARNING_THRESHOLD } from '#src/ui/quota/compute-burn-down.ts';
import { Section } from '#src/ui/section.tsx';

/** Gauge and forecast side by side, one after the other on narrow screens. */
export function SideBySide({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(280px, 2fr) minmax(0, 3.6fr)' },
        '& > :first-of-type': { borderInlineEnd: { md: 1 }, borderColor: { md: 'line.soft' } },
      }}
    >
      {children}
    </Box>
  );
}

const RADIUS = 92;
const CENTER = { x: 120, y: 112 };

/** A point of the half circle, 0 at its start and 1 at its end. */
function pointAt(share: number, radius: number) {
  const angle = Math.PI * (1 - share);
  return { x: CENTER.x + radius * Math.cos(angle), y: CENTER.y - radius * Math.sin(angle) };
}

function arc(from: number, to: number): string {
  const [begin, end] = [pointAt(from, RADIUS), pointAt(to, RADIUS)];
  return `M${begin.x},${begin.y} A${RADIUS},${RADIUS} 0 0 1 ${end.x},${end.y}`;
}

/** A line across the half circle. */
function tick(share: number): string {
  const [inner, outer] = [pointAt(share, RADIUS - 12), pointAt(share, RADIUS + 10)];
  return `M${inner.x},${inner.y} L${outer.x},${outer.y}`;
}

type GaugeTextProps = { x: number; y: number; style: CSSProperties; children: string };

function GaugeText({ x, y, style, children }: GaugeTextProps) {
  const { typography } = useTheme();
  return (
    <text x={x} y={y} textAnchor="middle" style={{ fontFamily: String(typography.fontFamily), ...style }}>
      {children}
    </text>
  );
}

/** The used share of the quota as a half circle, with a tick at 80 %. */
function Gauge({ state, label, valueText }: { state: LedgerState; label: string; valueText: string }) {
  const { used, total } = state;
  const { t } = useTranslation('usage');
  const { palette } = useTheme();
  const formats = useFormats();
  const isRtl = useLocale().direction === 'rtl';
  const share = total > 0 ? used / total : 1;
  const clampedShare = Math.min(1, Math.max(0, share));
  const hue = palette[quotaTone(state)];
  const words = pointAt(WARNING_THRESHOLD, RADIUS + 27);
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(clampedShare * 1000) / 10}
      aria-valuetext={valueText}
      sx={{ display: 'grid', justifyItems: 'center', gap: 0.5 }}
    >
      <svg viewBox="0 0 240 124" width="100%" style={{ maxWidth: 264 }} aria-hidden>
        <g
          transform={isRtl ? `matrix(-1 0 0 1 ${2 * CENTER.x} 0)` : undefined}
          fill="none"
          strokeLinecap="round"
        >
          <path d={arc(0, 1)} stroke={palette.track.fill} strokeWidth={13} />
          {clampedShare > 0 ? <path d={arc(0, clampedShare)} stroke={hue.fill} strokeWidth={13} /> : null}
          <path
            d={tick(WARNING_THRESHOLD)}
            stroke={palette.saffron.ink}
            strokeWidth={3}
            strokeLinecap="butt"
          />
        </g>
        <GaugeText
          x={isRtl ? 2 * CENTER.x - words.x : words.x}
          y={words.y + 4}
          style={{ fontSize: 11, fill: palette.saffron.ink }}
        >
          {t('gauge.mark', { share: formats.percent(WARNING_THRESHOLD) })}
        </GaugeText>
        <GaugeText
          x={CENTER.x}
          y={CENTER.y - 8}
          style={{ fontSize: 34, fontWeight: 600, fill: palette.text.primary }}
        >
          {formats.percent(share, 1)}
        </GaugeText>
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

function Figure({ name, value, strong = true }: { name: string; value: string; strong?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        paddingBlock: 1,
        borderBlockStart: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box
        component="dd"
        sx={{ margin: 0, fontWeight: strong ? 600 : 400, fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Box>
    </Box>
  );
}

/** Used and left of the limit that the key meets first, the daily average, and the day of the reset. */
export function GaugeSection({ state }: { state: LedgerState }) {
  const { t } = useTranslation(['usage', 'spending']);
  const formats = useFormats();
  const limit = tightestLimit(state);
  const { ledger, of, used, total, reserved, forecast, endsOn, zone } = limit;
  const heading = t(`spending:${of === 'key' ? 'capHeading' : 'heading'}.${ledger}`);
  const other = of === 'key' ? state : state.key;
  return (
    <Section heading={heading} quiet>
      <Gauge state={limit} label={heading} valueText={t(`spending:of.${ledger}`, { used, total })} />
      <Box component="dl" sx={{ margin: 0, marginBlockStart: 1.5 }}>
        <Figure name={t('gauge.left')} value={formats.number(remainingQuota(limit))} />
        {reserved > 0 ? <Figure name={t('gauge.held')} value={formats.number(reserved)} /> : null}
        {other == null ? null : (
          <Figure
            name={t(of === 'key' ? 'gauge.quotaOfBot' : 'gauge.capOfKey')}
            value={t('gauge.usedOf', { used: other.used, total: other.total })}
            strong={false}
          />
        )}
        {forecast === null ? null : (
          <>
            {forecast.days === 0 ? null : (
              <Figure
                name={t('gauge.burnRate', { count: forecast.days })}
                value={formats.number(Math.round(forecast.burnRate))}
              />
            )}
            <Figure name={t('gauge.peak')} value={formats.number(Math.round(forecast.peak))} />
          </>
        )}
        {endsOn === null ? null : (
          <Figure name={t('gauge.resets')} value={formats.day(dayInZone(zone, endsOn))} strong={false} />
        )}
      </Box>
    </Section>
  );
}

import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LedgerState } from '#contract/usage.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import type { BurnPoint } from '#src/spending/burn-down.ts';
import { drawBurnDown, numberOfDay, partOfDay, pointsOfHistory } from '#src/spending/burn-down.ts';
import { addDays, dayIn } from '#src/spending/days.ts';
import { leftOf } from '#src/spending/say-forecast.ts';

const WIDTH = 480;
const HEIGHT = 120;
const PAST = 30;

/** The course of the quota without figures: a small drawing that leads to the usage, for those who watch. */
export function BurnSketch({ state, now }: { state: LedgerState; now: number }) {
  const { t } = useTranslation('spending');
  const { palette } = useTheme();
  const rtl = useLocale().direction === 'rtl';
  const gateway = useGateway();
  const connection = useConnection();
  const may = useMay('usageHistory');
  const offers = useOffers('usageHistory');
  const to = dayIn(state.zone, now);
  const from = state.startsOn === null ? addDays(to, 1 - PAST) : dayIn(state.zone, state.startsOn);
  const query = { ledger: state.ledger, from, to, by: 'action', step: 'day' } as const;
  const history = useQuery({
    queryKey: ['usage', connection.id, connection.bot, 'history', query],
    queryFn: () => gateway.usage.history(query),
    enabled: may === true && offers === true,
    staleTime: 60_000,
  }).data;
  if (!history || history.total.amount === 0) return null;
  const nowAt = numberOfDay(to) + partOfDay(state.zone, now);
  const points = pointsOfHistory(history, leftOf(state), nowAt);
  const burn = drawBurnDown({ state, points, nowAt });
  const first = points[0]?.at ?? nowAt;
  const highest = Math.max(state.total, ...points.map(({ left }) => left));
  const x = (at: number) => ((at - first) / Math.max(1, burn.until - first)) * WIDTH;
  const y = (left: number) => HEIGHT - 2 - (left / highest) * (HEIGHT - 8);
  const at = (point: BurnPoint) => `${x(point.at)},${y(point.left)}`;
  const line = points.map(at).join(' ');
  return (
    <Box component={Link} to={paths.usage()} aria-label={t('before.see')} sx={{ display: 'block' }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" aria-hidden>
        <g transform={rtl ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}>
          <polygon
            points={`${line} ${x(nowAt)},${y(0)} ${x(first)},${y(0)}`}
            fill={palette.teal.fill}
            fillOpacity={0.12}
          />
          <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} stroke={palette.line.firm} />
          <line
            x1={0}
            x2={WIDTH}
            y1={y(burn.mark)}
            y2={y(burn.mark)}
            stroke={palette.saffron.fill}
            strokeDasharray="4 4"
          />
          <polyline points={line} fill="none" stroke={palette.teal.fill} strokeWidth={2} />
          {burn.expected === null ? null : (
            <line
              x1={x(nowAt)}
              y1={y(burn.now.left)}
              x2={x(burn.expected.at)}
              y2={y(burn.expected.left)}
              stroke={palette.teal.fill}
              strokeWidth={2}
              strokeLinecap="round"
              strokeDasharray="0.1 5"
            />
          )}
          <circle cx={x(nowAt)} cy={y(burn.now.left)} r={4} fill={palette.teal.fill} />
        </g>
      </svg>
    </Box>
  );
}

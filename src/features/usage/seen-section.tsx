import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Seen } from '#src/api/consumption-history.ts';
import { Section } from '#src/components/section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { dayIn } from '#src/spending/days.ts';
import { resetsIn, usePerDay } from '#src/spending/seen-use.ts';
import { FiguresTable } from './figures-table.tsx';

type SeenSectionProps = { seen: readonly Seen[]; now: number; zone: string; onForget: () => void };

const DAYS = 14;

/** Where the figures come from when a gateway keeps none, what was used day by day, and how to be rid of them. */
export function SeenSection({ seen, now, zone, onForget }: SeenSectionProps) {
  const { t } = useTranslation(['usage', 'common']);
  const formats = useFormats();
  const [asking, setAsking] = useState(false);
  const first = seen[0];
  const resets = resetsIn(seen).map(({ at }) => formats.day(dayIn(zone, at), 'short'));
  const days = usePerDay(seen, now, zone).toReversed().slice(0, DAYS);
  return (
    <Section heading={t('seen.title')} sx={{ borderBlockStart: 1, borderColor: 'line.soft' }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '70ch' }}>{t('seen.text')}</Typography>
      {first === undefined ? null : (
        <>
          <Typography variant="body2" sx={{ color: 'text.tertiary', marginBlock: 1 }}>
            {t('seen.since', { count: seen.length, day: formats.day(dayIn(zone, first.at)) })}{' '}
            {resets.length === 0 ? '' : t('seen.reset', { days: formats.list(resets) })}
          </Typography>
          <Box sx={{ maxWidth: 480 }}>
            <FiguresTable
              label={t('seen.use')}
              columns={[
                { key: 'day', name: t('use.when.day') },
                { key: 'amount', name: t('columns.amount.text'), numeric: true },
              ]}
              rows={days.map(({ day, amount }) => ({
                key: day,
                cells: { day: formats.day(day), amount: formats.number(Math.round(amount)) },
              }))}
            />
          </Box>
          {asking ? (
            <Box role="group" aria-label={t('seen.forgetTitle')} sx={{ marginBlockStart: 2 }}>
              <Typography sx={{ maxWidth: '70ch', marginBlockEnd: 1 }}>{t('seen.forgetText')}</Typography>
              <Box sx={{ display: 'flex', gap: 1 }}>
                <Button variant="outlined" size="small" color="error" onClick={onForget}>
                  {t('seen.forget')}
                </Button>
                <Button size="small" autoFocus onClick={() => setAsking(false)}>
                  {t('common:cancel')}
                </Button>
              </Box>
            </Box>
          ) : (
            <Button
              variant="outlined"
              size="small"
              sx={{ marginBlockStart: 2 }}
              onClick={() => setAsking(true)}
            >
              {t('seen.forget')}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

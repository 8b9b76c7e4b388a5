import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsumptionSample } from '#src/api/stores/consumption-history.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { dayInZone } from '#src/ui/quota/calendar-days.ts';
import { dailyUsage, findResets } from '#src/ui/quota/observed-usage.ts';
import { Section } from '#src/ui/section.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

type ObservedUsageSectionProps = {
  samples: readonly ConsumptionSample[];
  now: number;
  zone: string;
  onClear: () => void;
};

const DAYS = 14;

/** Where the figures come from when the gateway records none, the usage by day, and a button to delete them. */
export function ObservedUsageSection({ samples, now, zone, onClear }: ObservedUsageSectionProps) {
  const { t } = useTranslation(['usage', 'common']);
  const formats = useFormats();
  const [confirming, setConfirming] = useState(false);
  const first = samples[0];
  const resets = findResets(samples).map(({ time }) => formats.day(dayInZone(zone, time), 'short'));
  const days = dailyUsage(samples, now, zone).toReversed().slice(0, DAYS);
  return (
    <Section heading={t('seen.title')} sx={{ borderBlockStart: 1, borderColor: 'line.soft' }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '70ch' }}>{t('seen.text')}</Typography>
      {first === undefined ? null : (
        <>
          <SmallText sx={{ marginBlock: 1 }}>
            {t('seen.since', { count: samples.length, day: formats.day(dayInZone(zone, first.time)) })}{' '}
            {resets.length === 0 ? '' : t('seen.reset', { days: formats.list(resets) })}
          </SmallText>
          <Box sx={{ maxWidth: 480 }}>
            <DataTable
              label={t('seen.use')}
              items={days}
              keyOf={({ day }) => day}
              columns={[
                { key: 'day', name: t('use.when.day'), renderCell: ({ day }) => formats.day(day) },
                {
                  key: 'amount',
                  name: t('columns.amount.text'),
                  numeric: true,
                  renderCell: ({ amount }) => formats.number(Math.round(amount)),
                },
              ]}
            />
          </Box>
          {confirming ? (
            <Box role="group" aria-label={t('seen.forgetTitle')} sx={{ marginBlockStart: 2 }}>
              <Typography sx={{ maxWidth: '70ch', marginBlockEnd: 1 }}>{t('seen.forgetText')}</Typography>
              <Box sx={{ display: 'flex', gap: 1 }}>
                <Button variant="outlined" size="small" color="error" onClick={onClear}>
                  {t('seen.forget')}
                </Button>
                <Button size="small" autoFocus onClick={() => setConfirming(false)}>
                  {t('common:cancel')}
                </Button>
              </Box>
            </Box>
          ) : (
            <Button
              variant="outlined"
              size="small"
              sx={{ marginBlockStart: 2 }}
              onClick={() => setConfirming(true)}
            >
              {t('seen.forget')}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { ChipChoice } from './chip-choice.tsx';
import type { Days, Range } from './stretch.ts';
import { faultOfDays, MOST_DAYS } from './stretch.ts';
import type { View } from './use-view.ts';

type RangeFilterProps = {
  view: View;
  /** The days that the page shows now. */
  days: Days;
  hasPeriods: boolean;
  onChange: (change: Partial<View>) => void;
};

/** Which days are looked at. */
export function RangeFilter({ view, days, hasPeriods, onChange }: RangeFilterProps) {
  const { t } = useTranslation('usage');
  const { range, from, to } = view;
  const fault = range === 'own' && from !== '' && to !== '' ? faultOfDays({ from, to }) : undefined;
  const choices: { value: Range; name: string }[] = [
    ...([7, 30, 90] as const).map((count) => ({
      value: `${count}` as const,
      name: t('range.days', { count }),
    })),
    ...(hasPeriods ? [{ value: 'period' as const, name: t('range.period') }] : []),
    { value: 'own', name: t('range.own') },
  ];
  const choose = (value: Range) => {
    const hours = value === '7' ? {} : { step: 'day' as const };
    onChange(value === 'own' ? { range: value, ...days } : { range: value, from: '', to: '', ...hours });
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <ChipChoice label={t('range.label')} value={range} choices={choices} onChange={choose} />
      {range === 'own' ? (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={t(`range.${end}`)}
              value={view[end]}
              onChange={({ target }) => onChange({ [end]: target.value, step: 'day' })}
              error={fault !== undefined && end === 'to'}
              helperText={
                fault !== undefined && end === 'to' ? t(`range.${fault}`, { count: MOST_DAYS }) : undefined
              }
              size="small"
              slotProps={{ inputLabel: { shrink: true } }}
            />
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { daysUntil } from './use-bin.ts';

/** From here on the time left is marked. */
const URGENT_DAYS = 3;

export function useDaysLeft(): (purgesOn: string) => string {
  const { t } = useTranslation('bin');
  return (purgesOn) => {
    const count = daysUntil(purgesOn);
    return count === 0 ? t('due') : t('left', { count });
  };
}

/** How long a deleted unit can still be restored. */
export function DaysLeft({ purgesOn }: { purgesOn: string }) {
  const daysLeft = useDaysLeft();
  const urgent = daysUntil(purgesOn) <= URGENT_DAYS;
  return (
    <Box
      component="time"
      dateTime={purgesOn}
      sx={urgent ? { color: 'saffron.ink', fontWeight: 600 } : { color: 'text.secondary' }}
    >
      {daysLeft(purgesOn)}
    </Box>
  );
}

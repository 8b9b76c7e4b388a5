import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { PassageUse } from './used-passages.ts';

/** Marks a passage that the answer uses, and how. */
export function UseChip({ use }: { use: PassageUse }) {
  const { t } = useTranslation('answer');
  return (
    <Chip
      size="small"
      label={t(`used.${use}`)}
      sx={{
        height: 22,
        flexShrink: 0,
        ...(use === 'nearest'
          ? { bgcolor: 'saffron.wash', color: 'saffron.ink' }
          : { bgcolor: 'teal.wash', color: 'teal.ink' }),
      }}
    />
  );
}

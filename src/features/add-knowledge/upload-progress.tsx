import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Meter } from '#src/components/meter.tsx';
import { useFormats } from '#src/i18n/locale.tsx';

type UploadProgressProps = { name: string; sent: number; total: number; secondsLeft: number | undefined };

export function UploadProgress({ name, sent, total, secondsLeft }: UploadProgressProps) {
  const { t } = useTranslation('add');
  const formats = useFormats();
  const share = total > 0 ? sent / total : 0;
  const left =
    secondsLeft === undefined
      ? ''
      : secondsLeft < 90
        ? t('row.secondsLeft', { count: secondsLeft })
        : t('row.minutesLeft', { count: Math.round(secondsLeft / 60) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ flex: '0 1 200px', minWidth: 60 }}>
        <Meter kind="progress" value={share} label={t('row.uploadOf', { name })} />
      </Box>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', minWidth: '4ch' }}>
        {formats.percent(Math.floor(share * 100) / 100)}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {left}
      </Box>
    </Box>
  );
}

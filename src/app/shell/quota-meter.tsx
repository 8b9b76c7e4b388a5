import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Meter } from '#src/components/meter.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import type { QuotaFigure } from '../shell-state.ts';

const attentionAt = 0.8;

/** The text quota as a thin bar with a tick at 80 %; its figure shows on hover and focus, and it leads to the usage. */
export function QuotaMeter({ used, total }: QuotaFigure) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const share = total > 0 ? used / total : 0;
  const figure = t('quotaFigure', { used, total, share: formats.percent(share, 1) });
  const tone = share >= 1 ? 'brick' : share >= attentionAt ? 'saffron' : 'teal';
  return (
    <Tooltip title={figure}>
      <Box
        component={Link}
        to={paths.usage()}
        aria-label={t('quotaLink')}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          paddingBlock: 1,
          borderRadius: 1,
          textDecoration: 'none',
        }}
      >
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {t('textQuota')}
        </Typography>
        <Meter
          value={share}
          label={t('textQuota')}
          valueText={figure}
          tone={tone}
          tick={attentionAt}
          width={88}
        />
      </Box>
    </Tooltip>
  );
}

import ChevronLeft from 'virtual:lucide/chevron-left';
import ChevronRight from 'virtual:lucide/chevron-right';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';

type VersionPagerProps = {
  /** The visible one, from 0. */
  index: number;
  count: number;
  /** What is paged: answers, or wordings of a message. */
  label: string;
  onShow: (index: number) => void;
};

/** Pages through versions: 2/3. Renders nothing for a single version. */
export function VersionPager({ index, count, label, onShow }: VersionPagerProps) {
  const { t } = useTranslation('chat');
  if (count < 2) return null;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <IconButton
        size="small"
        aria-label={t('version.earlier')}
        disabled={index === 0}
        onClick={() => onShow(index - 1)}
      >
        <ChevronLeft size={16} />
      </IconButton>
      <Box component="span" sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        {t('version.place', { at: index + 1, of: count })}
      </Box>
      <IconButton
        size="small"
        aria-label={t('version.later')}
        disabled={index === count - 1}
        onClick={() => onShow(index + 1)}
      >
        <ChevronRight size={16} />
      </IconButton>
    </Box>
  );
}

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';

type PagerProps = {
  /** Which one is in sight, from 0, of how many. */
  at: number;
  of: number;
  /** What is paged: answers, or wordings of a message. */
  label: string;
  onShow: (at: number) => void;
};

/** Leads from one version to the next: 2/3. Nothing while there is one only. */
export function Pager({ at, of, label, onShow }: PagerProps) {
  const { t } = useTranslation('chat');
  if (of < 2) return null;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <IconButton
        size="small"
        aria-label={t('version.earlier')}
        disabled={at === 0}
        onClick={() => onShow(at - 1)}
      >
        <ChevronLeft size={16} />
      </IconButton>
      <Box component="span" sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        {t('version.place', { at: at + 1, of })}
      </Box>
      <IconButton
        size="small"
        aria-label={t('version.later')}
        disabled={at === of - 1}
        onClick={() => onShow(at + 1)}
      >
        <ChevronRight size={16} />
      </IconButton>
    </Box>
  );
}

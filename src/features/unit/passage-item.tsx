import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PassageView } from '#contract/unit-states.ts';
import { CopyButton } from '#src/components/copy-button.tsx';

type PassageItemProps = { passage: PassageView; current: boolean };

/** One passage with its number, its page, and its text to copy. */
export const PassageItem = memo(function PassageItem({ passage, current }: PassageItemProps) {
  const { t } = useTranslation('unit');
  const number = passage.ordinal + 1;
  return (
    <Box
      component="li"
      id={`passage-${passage.ordinal}`}
      aria-current={current ? 'true' : undefined}
      sx={{
        position: 'relative',
        paddingBlock: 1.5,
        paddingInline: { xs: 2, md: 3 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: current ? 'background.paper' : undefined,
        scrollMarginBlock: '120px 160px',
        '&::before': {
          content: '""',
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: 0,
          width: 4,
          bgcolor: current ? 'primary.main' : 'transparent',
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 32 }}>
        <Typography
          variant="body2"
          component="span"
          sx={{ color: current ? 'primary.main' : 'text.tertiary', fontWeight: current ? 600 : 400 }}
        >
          {t('passages.passage', { number })}
        </Typography>
        <Typography variant="body2" component="span" sx={{ flex: 1, color: 'text.tertiary' }}>
          {passage.page === null ? '' : t('passages.page', { number: passage.page })}
        </Typography>
        <CopyButton text={passage.text} label={t('passages.copy', { number })} />
      </Box>
      <Typography
        component="p"
        dir="auto"
        // A passage may hold paragraphs of both directions.
        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', unicodeBidi: 'plaintext', maxWidth: '75ch' }}
      >
        {passage.text}
      </Typography>
    </Box>
  );
});

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { DroppedWords } from './dropped-words.tsx';
import { TermChips } from './term-chips.tsx';
import { TermDetails } from './term-details.tsx';
import type { Explained } from './use-explanation.ts';

/** How the question was read: what was searched for, what was left out and why. */
export function QuestionReading({ explained }: { explained: Explained }) {
  const { t } = useTranslation('explain');
  const [open, setOpen] = useState(false);
  const [dismissed, setDismissed] = useState<unknown>();
  const [headingId, detailsId] = [useId(), useId()];
  if (explained.state === 'failed')
    return dismissed === explained.error ? null : (
      <Box sx={{ marginBlockStart: 2 }}>
        <FaultNotice
          error={explained.error}
          onRetry={explained.retry}
          onDismiss={() => setDismissed(explained.error)}
        />
      </Box>
    );
  if (explained.state === 'changed')
    return (
      <Box sx={{ marginBlockStart: 2 }}>
        <Notice severity="info" title={t('changed.title')}>
          {t('changed.message')}
        </Notice>
      </Box>
    );
  if (explained.state !== 'ready') return null;
  const { explanation } = explained;
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography id={headingId} variant="body2" component="h2" sx={{ fontWeight: 600 }}>
          {t('reading.title')}
        </Typography>
        {explanation.terms.length === 0 ? null : (
          <Button
            size="small"
            color="secondary"
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={() => setOpen(!open)}
            endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
            sx={{ fontWeight: 400, gap: 0.5 }}
          >
            {t('reading.show')}
          </Button>
        )}
      </Box>
      {explanation.terms.length === 0 ? (
        <Typography variant="body2">{t('reading.nothing')}</Typography>
      ) : (
        <TermChips explanation={explanation} expanded={open} onOpen={() => setOpen(true)} />
      )}
      <DroppedWords explanation={explanation} />
      {open ? (
        <Box id={detailsId}>
          <TermDetails explanation={explanation} />
        </Box>
      ) : null}
    </Box>
  );
}

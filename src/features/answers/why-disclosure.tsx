import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explained } from './use-explanation.ts';
import { WhyScore } from './why-score.tsx';

/** "Why this score" under a document, closed at first. */
export function WhyDisclosure({ explained, rank }: { explained: Explained; rank: number }) {
  const { t } = useTranslation('explain');
  const [open, setOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <Button
        size="small"
        color="secondary"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        aria-label={t('why.of', { rank })}
        onClick={() => setOpen(!open)}
        endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
        sx={{ fontWeight: 400, marginInlineStart: -1.5, gap: 0.5 }}
      >
        {t('why.show')}
      </Button>
      {open ? (
        <Box
          component="section"
          id={panelId}
          aria-label={t('why.of', { rank })}
          sx={{ borderBlockStart: 1, borderColor: 'line.soft', paddingBlock: 1 }}
        >
          <WhyScore explained={explained} index={rank - 1} />
        </Box>
      ) : null}
    </>
  );
}

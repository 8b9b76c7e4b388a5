import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { dropReasonLabel, originalText } from '#src/ui/answer/explanation-labels.ts';
import { TermChips } from './term-chips.tsx';
import { TermDetails } from './term-details.tsx';

/** Dropped words, struck through, grouped by reason. */
function DroppedWords({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const byReason = [...Map.groupBy(explanation.dropped, ({ reason }) => reason)];
  if (byReason.length === 0) return null;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        marginBlockStart: 0.75,
        color: 'text.secondary',
      }}
    >
      <span>{t('reading.droppedTitle')}</span>
      {byReason.map(([why, words]) => (
        <Box component="span" key={why} sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 0.75 }}>
          {words.map((dropped) => (
            <s key={dropped.start}>
              <bdi dir="auto">{originalText(explanation, dropped)}</bdi>
            </s>
          ))}
          <span>({dropReasonLabel(why, t)})</span>
        </Box>
      ))}
    </Typography>
  );
}

/** The analysis of the question: which words were searched, which were dropped and why. */
export function QueryAnalysis({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const [open, setOpen] = useState(false);
  const [headingId, detailsId] = [useId(), useId()];
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

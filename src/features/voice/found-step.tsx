import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RetrievedDocument } from '#contract/answers.ts';
import { ScoreBar } from '#src/components/score-bar.tsx';
import { SectionPath } from '#src/components/section-path.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { Step, VoiceRun } from './run.ts';
import { StepFrame } from './step-frame.tsx';

const SHOWN = 3;

function Passage({ document, rank, best }: { document: RetrievedDocument; rank: number; best: number }) {
  const { t } = useTranslation('voice');
  const section = document.metadata['Section Title'];
  return (
    <Box
      component="li"
      aria-label={t('found.rank', { rank })}
      sx={{ paddingBlock: 1, borderBlockEnd: 1, borderColor: 'line.soft', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{section === '' ? null : <SectionPath path={section} />}</Box>
        <ScoreBar score={document.score} best={best} />
      </Box>
      <Typography
        variant="passage"
        component="p"
        dir="auto"
        sx={{
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
          unicodeBidi: 'plaintext',
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 4,
          overflow: 'hidden',
        }}
      >
        {document.text}
      </Typography>
    </Box>
  );
}

type FoundStepProps = { run: VoiceRun | undefined; step: Step; onAgain: (() => void) | undefined };

/** The passages that the answer is made from. */
export function FoundStep({ run, step, onAgain }: FoundStepProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const [all, setAll] = useState(false);
  const documents = run?.documents;
  const best = Math.max(...(documents ?? []).map(({ score }) => score), 0);
  const scale = best <= 1 ? 1 : best;
  return (
    <StepFrame name="found" step={step} onAgain={onAgain}>
      {run !== undefined && run.skipped.length > 0 ? (
        <Typography role="status" variant="body2" sx={{ color: 'saffron.ink' }}>
          {t('found.skipped', { titles: formats.list(run.skipped) })}
        </Typography>
      ) : null}
      {documents === undefined ? (
        step.phase === 'waiting' ? (
          <Typography sx={{ color: 'text.tertiary' }}>{t('found.waiting')}</Typography>
        ) : null
      ) : documents.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('found.none')}</Typography>
      ) : (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('found.count', { count: documents.length })}
          </Typography>
          <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {documents.slice(0, all ? undefined : SHOWN).map((document, index) => (
              // Ranks are what they are told apart by: one passage may come twice.
              // oxlint-disable-next-line react/no-array-index-key
              <Passage key={index} document={document} rank={index + 1} best={scale} />
            ))}
          </Box>
          {documents.length > SHOWN ? (
            <Button
              size="small"
              aria-expanded={all}
              onClick={() => setAll(!all)}
              sx={{ justifySelf: 'start' }}
            >
              {t(all ? 'found.less' : 'found.more')}
            </Button>
          ) : null}
        </>
      )}
    </StepFrame>
  );
}

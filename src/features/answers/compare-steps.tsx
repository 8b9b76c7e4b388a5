import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Run } from './run.ts';
import type { AskSettings } from './settings.ts';

type CompareStepsProps = { run: Run; onAskBy: (answerer: AskSettings['answerer']) => void };

/** The same question once more, answered the other way: both runs stay below to be compared. */
export function CompareSteps({ run, onAskBy }: CompareStepsProps) {
  const { t } = useTranslation('playground');
  const by = run.asked.settings.answerer;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {by === 'extractive' || run.fallback !== null ? null : (
        <Button variant="outlined" size="small" onClick={() => onAskBy('extractive')}>
          {t('written.askQuoted')}
        </Button>
      )}
      {by === 'default' ? null : (
        <Button variant="outlined" size="small" onClick={() => onAskBy('default')}>
          {t('written.askWritten')}
        </Button>
      )}
    </Box>
  );
}

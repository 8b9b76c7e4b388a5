import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExplanationState } from '#src/ui/answer/use-explanation.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** The reason why an expected explanation is missing. */
export function ExplanationNotice({ explanationState }: { explanationState: ExplanationState }) {
  const { t } = useTranslation('explain');
  const [dismissed, setDismissed] = useState<unknown>();
  if (explanationState.state === 'failed') {
    const { error, retry } = explanationState;
    return dismissed === error ? null : (
      <Box sx={{ marginBlockStart: 2 }}>
        <FaultNotice error={error} onRetry={retry} onDismiss={() => setDismissed(error)} />
      </Box>
    );
  }
  if (explanationState.state !== 'changed') return null;
  return (
    <Box sx={{ marginBlockStart: 2 }}>
      <Notice severity="info" title={t('changed.title')}>
        {t('changed.message')}
      </Notice>
    </Box>
  );
}

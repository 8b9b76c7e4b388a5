import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { describeError } from '#src/api/describe-error.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import type { UnitActionState } from './use-unit-actions.ts';

/** What came of the last action; it stays until it is dismissed. */
export function OutcomeNotice({ outcome, bringBack, dismiss }: UnitActionState) {
  const { t } = useTranslation('knowledge');
  const { t: faults } = useTranslation('faults');
  if (outcome === undefined) return null;
  const { name, done, failed } = outcome;
  const undo =
    name === 'deleted' && done.length > 0 && bringBack !== undefined ? (
      <Button variant="outlined" size="small" onClick={() => bringBack(done)}>
        {t('outcome.undo')}
      </Button>
    ) : undefined;
  return (
    <Notice
      severity={failed.length === 0 ? 'success' : 'error'}
      title={t(`outcome.${name}`, { count: done.length })}
      onDismiss={dismiss}
      {...(undo === undefined ? {} : { action: undo })}
    >
      {failed.map(({ unit, error }) => {
        const { message, asSent } = describeError(error, faults);
        return (
          <Box key={unit.id}>
            {t('failedFor', { title: unit.title })}: {asSent ? <BidiText>{message}</BidiText> : message}
          </Box>
        );
      })}
    </Notice>
  );
}

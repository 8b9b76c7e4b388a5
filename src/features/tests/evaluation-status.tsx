import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { TestOverview } from '#contract/tests.ts';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { hasLosses, useLossText } from '#src/ui/test/use-loss-text.ts';
import { useLocalEvaluation } from './use-local-evaluation.ts';

/** How many tests pass, whether they are being asked, and the last change that broke some. */
export function EvaluationStatus({ overview }: { overview: TestOverview }) {
  const { t } = useTranslation(['tests', 'judging', 'terms']);
  const formats = useFormats();
  const lossText = useLossText();
  const isForeign = useIsForeign();
  const { problem, cancel } = useLocalEvaluation();
  const { counts, evaluation, lastLoss, pending, paused } = overview;
  const running = evaluation?.state === 'running' ? evaluation : undefined;
  const details = running
    ? t('status.running', { asked: formats.number(running.asked), tests: formats.number(running.tests) })
    : paused
      ? t('status.paused')
      : pending
        ? t('status.pending')
        : evaluation?.endedOn
          ? t('status.asked', { when: formats.moment(evaluation.endedOn) })
          : '';
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="statement" component="p" role="status">
        {t('judging:summary.passing', {
          passing: formats.number(counts.passes),
          total: formats.number(counts.total),
        })}
      </Typography>
      {running ? (
        <Meter
          kind="progress"
          value={running.tests === 0 ? 1 : running.asked / running.tests}
          label={t('terms:jobKind.evaluate')}
        />
      ) : null}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {details}
        {(running || paused) && !isForeign ? (
          <>
            {' · '}
            <TextLink underline="always" to={paths.jobs({ kind: 'evaluate' })}>
              {t('status.background')}
            </TextLink>
          </>
        ) : null}
      </Typography>
      {running && isForeign ? (
        <Button size="small" variant="outlined" onClick={cancel} sx={{ justifySelf: 'start' }}>
          {t('local.stop')}
        </Button>
      ) : null}
      <FaultNotice error={problem} />
      {lastLoss === null || !hasLosses(counts) ? null : (
        <Typography variant="body2" sx={{ color: 'brick.ink' }}>
          {lossText(lastLoss)}{' '}
          <TextLink underline="always" to={paths.tests({ evaluation: lastLoss.id })}>
            {t('status.show')}
          </TextLink>
        </Typography>
      )}
    </Box>
  );
}

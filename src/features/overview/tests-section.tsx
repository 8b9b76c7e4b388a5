import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { listTestSets, listTests } from '#contract/operations/tests.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { hasLosses, useLossText } from '#src/ui/test/use-loss-text.ts';

const REFETCH_INTERVAL_MS = 30_000;

/** How many tests pass, and the last change that broke some; nothing without tests. */
export function TestsSection() {
  const { t } = useTranslation(['overview', 'judging']);
  const formats = useFormats();
  const lossText = useLossText();
  const { bot: botId } = useConnection();
  const enabled = useCanUse(listTestSets);
  const canOpen = useCanUse(listTests);
  const overview = useRead(
    listTestSets,
    { params: { botId } },
    { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS },
  ).data;
  if (!overview || overview.counts.total === 0) return null;
  const { counts, lastLoss } = overview;
  return (
    <Section
      heading={t('tests.question')}
      statement={t('judging:summary.passing', {
        passing: formats.number(counts.passes),
        total: formats.number(counts.total),
      })}
      action={canOpen ? <TextLink to={paths.tests()}>{t('tests.open')}</TextLink> : undefined}
      sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      {lastLoss === null || !hasLosses(counts) ? null : (
        <Typography sx={{ color: 'brick.ink' }}>
          {lossText(lastLoss)}{' '}
          {canOpen ? (
            <TextLink to={paths.tests({ evaluation: lastLoss.id })}>{t('tests.show')}</TextLink>
          ) : null}
        </Typography>
      )}
    </Section>
  );
}

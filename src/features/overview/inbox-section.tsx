import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { listReports } from '#contract/operations/reports.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';

const REFETCH_INTERVAL_MS = 30_000;

/** Open reports for whoever looks, and own ones that were closed meanwhile; nothing without either. */
export function InboxSection() {
  const { t } = useTranslation('overview');
  const { bot: botId } = useConnection();
  const enabled = useCanUse(listReports);
  const counts = useRead(
    listReports,
    { params: { botId }, query: { of: 'owner', limit: '1' } },
    { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS },
  ).data?.counts;
  if (!counts || counts.mine + counts.unseen === 0) return null;
  const { mine, unseen } = counts;
  return (
    <Section
      heading={t('inbox.question')}
      statement={t('inbox.mine', { count: mine })}
      action={<TextLink to={paths.inbox({ of: 'owner' })}>{t('inbox.open')}</TextLink>}
      sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      {unseen === 0 ? null : (
        <Typography>
          <TextLink to={paths.inbox({ state: 'closed', of: 'reporter' })}>
            {t('inbox.unseen', { count: unseen })}
          </TextLink>
        </Typography>
      )}
    </Section>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import BellOff from 'lucide-react/icons/bell-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { Alert } from '#contract/alerts.ts';
import { useCan } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useAlertWords } from './alert-words.ts';

function AlertItem({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const { ledger } = alert;
  const words = useAlertWords();
  const mayBots = useCan('changeBot');
  const mayKeys = useCan('listKeys');
  const hue = alert.kind === 'refused' || (alert.at ?? 0) >= 100 ? 'brick' : 'saffron';
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'flex-start',
        paddingBlock: 2,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: `${hue}.fill`, paddingBlockStart: '2px' }}>
        <TriangleAlert size={20} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 600 }}>
          {words.sentence(alert)}
        </Typography>
        <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
          {words.next(alert)}
        </Typography>
        <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
          <time dateTime={alert.firedOn} title={formats.full(alert.firedOn)}>
            {t('active.since', { when: formats.moment(alert.firedOn) })}
          </time>
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlockStart: 1 }}>
          <LinkButton
            size="small"
            variant="outlined"
            to={paths.usage(ledger === null || ledger === 'text' ? {} : { ledger })}
          >
            {t('next.usage')}
          </LinkButton>
          {mayBots ? (
            <LinkButton size="small" variant="outlined" to={paths.bots()}>
              {t('next.bots')}
            </LinkButton>
          ) : null}
          {mayKeys && alert.kind !== 'busy' ? (
            <LinkButton size="small" variant="outlined" to={paths.keys()}>
              {t('next.keys')}
            </LinkButton>
          ) : null}
        </Box>
      </Box>
    </Box>
  );
}

/** What stands now, each as a sentence with what helps; or that nothing does. */
export function ActiveAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useTranslation('alerts');
  if (alerts.length === 0)
    return (
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', paddingBlock: 2 }}>
        <Box aria-hidden sx={{ display: 'flex', color: 'leaf.fill', paddingBlockStart: '2px' }}>
          <BellOff size={20} />
        </Box>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{t('active.none')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('active.noneText')}
          </Typography>
        </div>
      </Box>
    );
  return (
    <Box component="ul" aria-label={t('active.title')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} />
      ))}
    </Box>
  );
}

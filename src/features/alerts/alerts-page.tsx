import NoAlerts from 'virtual:lucide/bell-off';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Alert } from '#contract/alerts.ts';
import { alertsOfBots, listAlerts } from '#contract/operations/alerts.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useCanUse, useSession } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { PauseKey } from '#src/ui/fault/pause-key.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { RecordList, recordRowStyle } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { useAlertText } from './use-alert-text.ts';
import { useActiveAlerts, useAlertsOfBots, useAllAlerts } from './use-alerts.ts';
import { WebhooksSection } from './webhooks-section.tsx';

/** Where the cause of an alert can be seen and changed. */
function AlertLinks({ alert: { ledger, kind, details } }: { alert: Alert }) {
  const { t } = useTranslation('alerts');
  const canChangeBots = useCanUse({ id: 'changeBot', kind: 'extension', right: 'manageBots' });
  const canListKeys = useCanUse({ id: 'listKeys', kind: 'extension', right: 'manageKeys' });
  const cappedKey = typeof details['key'] === 'string' ? details['key'] : undefined;
  const topKey = typeof details['topKey'] === 'string' ? details['topKey'] : cappedKey;
  const usage = paths.usage({
    ...(ledger === null || ledger === 'text' ? {} : { ledger }),
    ...(topKey === undefined ? {} : { by: 'key', key: topKey }),
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlockStart: 1 }}>
      {cappedKey === undefined || !canListKeys ? null : (
        <LinkButton size="small" variant="contained" to={paths.keys({ raise: cappedKey })}>
          {t('next.raiseCap')}
        </LinkButton>
      )}
      <LinkButton size="small" variant="outlined" to={usage}>
        {t(topKey === undefined ? 'next.usage' : 'next.requests')}
      </LinkButton>
      {topKey === undefined ? null : <PauseKey keyId={topKey} />}
      {canChangeBots && cappedKey === undefined ? (
        <LinkButton size="small" variant="outlined" to={paths.bots()}>
          {t('next.bots')}
        </LinkButton>
      ) : null}
      {canListKeys && kind !== 'rate-limited' && cappedKey === undefined ? (
        <LinkButton size="small" variant="outlined" to={paths.keys()}>
          {t('next.keys')}
        </LinkButton>
      ) : null}
    </Box>
  );
}

function AlertItem({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const alertText = useAlertText();
  const severityColor =
    alert.kind === 'quota-exceeded' || (alert.threshold ?? 0) >= 100 ? 'brick' : 'saffron';
  return (
    <Box
      component="li"
      sx={{ ...recordRowStyle, display: 'flex', gap: 1.5, alignItems: 'flex-start', paddingBlock: 2 }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: `${severityColor}.fill`, paddingBlockStart: '2px' }}>
        <TriangleAlert size={20} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 600 }}>
          {alertText.sentence(alert)}
        </Typography>
        <SmallText tone="secondary">{alertText.next(alert)}</SmallText>
        <SmallText>
          <time dateTime={alert.firedOn} title={formats.full(alert.firedOn)}>
            {t('active.since', { when: formats.moment(alert.firedOn) })}
          </time>
        </SmallText>
        <AlertLinks alert={alert} />
      </Box>
    </Box>
  );
}

/** The active alerts, each as a sentence with the next step, or a note that there are none. */
function ActiveAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useTranslation('alerts');
  if (alerts.length === 0)
    return (
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', paddingBlock: 2 }}>
        <Box aria-hidden sx={{ display: 'flex', color: 'leaf.fill', paddingBlockStart: '2px' }}>
          <NoAlerts size={20} />
        </Box>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{t('active.none')}</Typography>
          <SmallText tone="secondary">{t('active.noneText')}</SmallText>
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

/** Active alerts of the other bots of the key; the name of a bot opens its alerts. */
function AlertsOfOtherBots() {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const words = useAlertText();
  const botName = useBotName();
  const connections = useConnections();
  const connection = useConnection();
  const alerts = useAlertsOfBots(useCanUse(alertsOfBots)).data;
  const others = alerts?.items.filter(({ botId }) => String(botId) !== connection.bot) ?? [];
  if (others.length === 0) return null;
  return (
    <PageSection id="others" title={t('others.title')}>
      <RecordList label={t('others.title')} topLine="none">
        {others.map((alert) => {
          const name = botName({ id: alert.botId, name: alert.botName });
          return (
            <Box
              key={`${alert.botId} ${alert.id}`}
              component="li"
              sx={{
                ...recordRowStyle,
                display: 'flex',
                flexWrap: 'wrap',
                gap: 1.5,
                alignItems: 'center',
                justifyContent: 'space-between',
              }}
            >
              <Box sx={{ minWidth: 0, flex: '1 1 320px' }}>
                <Box sx={{ fontWeight: 600 }}>
                  <bdi>{name}</bdi>
                </Box>
                <div>{words.sentence(alert)}</div>
                <SmallText>{t('active.since', { when: formats.moment(alert.firedOn) })}</SmallText>
              </Box>
              <Button
                size="small"
                variant="outlined"
                onClick={() => connections.update(connection.id, { bot: String(alert.botId) })}
              >
                <bdi>{t('others.open', { bot: name })}</bdi>
              </Button>
            </Box>
          );
        })}
      </RecordList>
    </PageSection>
  );
}

/** Alerts that cleared by themselves, newest first. */
function PastAlerts() {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const words = useAlertText();
  const paging = usePaging();
  const alerts = useAllAlerts(paging.page, paging.pageSize, true);
  return (
    <QueryView
      query={alerts}
      pending={<SkeletonRows rows={2} height={56} />}
      isEmpty={({ total, active }) => total === active}
      empty={<Typography sx={{ color: 'text.secondary', paddingBlock: 1 }}>{t('past.none')}</Typography>}
    >
      {({ items, total }) => (
        <>
          <RecordList label={t('past.list')} topLine="none">
            {items
              .filter(({ clearedOn }) => clearedOn !== null)
              .map((alert) => (
                <Box key={alert.id} component="li" sx={recordRowStyle}>
                  <div>{words.sentence(alert)}</div>
                  <SmallText>
                    {t('past.when', {
                      fired: formats.moment(alert.firedOn),
                      cleared: formats.moment(alert.clearedOn ?? alert.firedOn),
                    })}
                  </SmallText>
                </Box>
              ))}
          </RecordList>
          <PagingFooter {...paging} label={t('past.paging')} total={total} />
        </>
      )}
    </QueryView>
  );
}

/** Active and past alerts, alert rules and webhooks. */
export function AlertsPage() {
  const { t } = useTranslation(['alerts', 'shell', 'terms']);
  const ready = useCanUse(listAlerts);
  const ownKey = useSession().data?.view;
  const active = useActiveAlerts(ready);
  return (
    <ResourcePage
      operation={listAlerts}
      title={t('title')}
      subtitle={t('subtitle')}
      back={{ to: paths.usage(), label: t('shell:usage') }}
      asOf={active.dataUpdatedAt === 0 ? undefined : active.dataUpdatedAt}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={active.data === null}
      refused={
        ownKey && {
          title: t('notYours.title'),
          text: t('notYours.text', { name: ownKey.name, role: t(`terms:role.${ownKey.role}`) }),
        }
      }
    >
      <PageSection id="active" title={t('active.title')}>
        <QueryView query={active} pending={<SkeletonRows rows={1} height={88} />}>
          {({ items }) => <ActiveAlerts alerts={items} />}
        </QueryView>
      </PageSection>
      <AlertsOfOtherBots />
      {ready ? (
        <>
          <RulesSection />
          <WebhooksSection />
          <DeliveriesSection />
          <PageSection id="past" title={t('past.title')}>
            <PastAlerts />
          </PageSection>
        </>
      ) : null}
    </ResourcePage>
  );
}

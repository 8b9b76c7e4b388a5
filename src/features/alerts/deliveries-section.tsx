import CircleCheck from 'virtual:lucide/circle-check';
import CircleX from 'virtual:lucide/circle-x';
import Clock from 'virtual:lucide/clock';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '#contract/alerts.ts';
import { listDeliveries, redeliver } from '#contract/operations/alerts.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { RecordList, recordRowStyle } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useDeliveryProblemText } from '#src/ui/use-delivery-problem-text.ts';
import { DELIVERY_TIMEOUT, useWebhooks } from './use-webhooks.ts';

const STATE_STYLES = {
  waiting: { Icon: Clock, colour: 'text.tertiary' },
  delivered: { Icon: CircleCheck, colour: 'leaf.fill' },
  failed: { Icon: CircleX, colour: 'brick.fill' },
} as const;

type DeliveryRowProps = { delivery: Delivery; canRedeliver: boolean; busy: boolean; onRedeliver: () => void };

/** A delivery: its event and webhook, the attempts and their result. */
function DeliveryRow({ delivery, canRedeliver, busy, onRedeliver }: DeliveryRowProps) {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const problemText = useDeliveryProblemText()(delivery);
  const { state, event, attempts, status, createdOn, nextOn, webhookName: name } = delivery;
  const { Icon, colour } = STATE_STYLES[state];
  const when = formats.moment(createdOn);
  const details = [
    ...(attempts === 0 ? [] : [t('deliveries.attempts', { count: attempts })]),
    ...(status === null ? [] : [t('deliveries.status', { status: String(status) })]),
    ...(state === 'waiting' && nextOn !== null
      ? [t('deliveries.next', { when: formats.moment(nextOn) })]
      : []),
  ];
  return (
    <Box
      component="li"
      sx={{
        ...recordRowStyle,
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '152px minmax(0, 1fr) auto' },
      }}
    >
      <Box sx={{ gridColumn: { xs: 1, md: 'auto' } }}>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="span" aria-hidden sx={{ display: 'flex', color: colour }}>
            <Icon size={16} />
          </Box>
          {t(`deliveries.state.${state}`)}
        </Box>
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 2, md: 'auto' }, minWidth: 0 }}>
        <div>
          {t(`deliveries.event.${event}`)} · <BidiText>{name}</BidiText>
        </div>
        {problemText === undefined ? null : <SmallText tone="brick">{problemText}</SmallText>}
        <SmallText>{[when, ...details].join(' · ')}</SmallText>
      </Box>
      <Box sx={{ gridColumn: { xs: 2, md: 'auto' }, gridRow: { xs: 1, md: 'auto' }, minHeight: 32 }}>
        {canRedeliver && state !== 'waiting' ? (
          <BusyButton
            size="small"
            busy={busy}
            aria-label={t('deliveries.againNamed', { name, when })}
            onClick={onRedeliver}
          >
            {t('deliveries.again')}
          </BusyButton>
        ) : null}
      </Box>
    </Box>
  );
}

const PENDING_INTERVAL_MS = 3000;
const IDLE_INTERVAL_MS = 30_000;

/** Whether the next attempt is less than a minute away; it may be a day away. */
const isDueSoon = ({ state, nextOn }: Delivery): boolean =>
  state === 'waiting' && (nextOn === null || Date.parse(nextOn) - Date.now() < 60_000);

type DeliveryPage = { webhook: number | undefined; page: number; pageSize: number };

/** One page of deliveries, polled more often while one is due. */
function useDeliveries({ webhook, page, pageSize }: DeliveryPage) {
  const query = { webhook: webhook?.toString(), offset: page * pageSize, limit: pageSize };
  return useRead(
    listDeliveries,
    { query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.items.some(isDueSoon) === true ? PENDING_INTERVAL_MS : IDLE_INTERVAL_MS,
    },
  );
}

const useRedeliver = () =>
  useGatewayMutation(
    (gateway, id: number) =>
      gateway.call(redeliver, { params: { deliveryId: id }, timeout: DELIVERY_TIMEOUT }),
    { changes: [listDeliveries.id], rereads: () => true },
  );

const ALL_WEBHOOKS = 'all';

type WebhookSelectProps = {
  webhooks: readonly Webhook[];
  /** Undefined: all webhooks. */
  value: number | undefined;
  onChange: (webhook: number | undefined) => void;
};

function WebhookSelect({ webhooks, value, onChange }: WebhookSelectProps) {
  const { t } = useTranslation('alerts');
  return (
    <Select
      size="small"
      value={value ?? ALL_WEBHOOKS}
      onChange={({ target }) => onChange(target.value === ALL_WEBHOOKS ? undefined : target.value)}
      SelectDisplayProps={{ 'aria-label': t('deliveries.of') }}
      sx={{ minWidth: 176 }}
    >
      <MenuItem value={ALL_WEBHOOKS}>{t('deliveries.all')}</MenuItem>
      {webhooks.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </Select>
  );
}

/** The log of deliveries. */
export function DeliveriesSection() {
  const { t } = useTranslation('alerts');
  const canRedeliver = useCanUse(redeliver);
  const [webhook, setWebhook] = useState<number>();
  const paging = usePaging();
  const webhooks = useWebhooks().data?.items ?? [];
  const deliveries = useDeliveries({ webhook, page: paging.page, pageSize: paging.pageSize });
  const again = useRedeliver();
  return (
    <PageSection
      id="deliveries"
      title={t('deliveries.title')}
      text={t('deliveries.text')}
      action={
        webhooks.length < 2 ? null : (
          <WebhookSelect
            webhooks={webhooks}
            value={webhook}
            onChange={(next) => {
              paging.onPageChange(0);
              setWebhook(next);
            }}
          />
        )
      }
    >
      <FaultNotice error={again.error} onDismiss={again.reset} />
      <QueryView
        query={deliveries}
        pending={<SkeletonRows rows={3} height={56} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Typography sx={{ color: 'text.secondary', paddingBlock: 1 }}>{t('deliveries.none')}</Typography>
        }
      >
        {({ items, total }) => (
          <>
            <RecordList label={t('deliveries.list')} topLine="none">
              {items.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  canRedeliver={canRedeliver}
                  busy={again.isPending && again.variables === delivery.id}
                  onRedeliver={() => again.mutate(delivery.id)}
                />
              ))}
            </RecordList>
            <PagingFooter {...paging} label={t('deliveries.paging')} total={total} />
          </>
        )}
      </QueryView>
    </PageSection>
  );
}

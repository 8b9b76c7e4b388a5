import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#src/api/use-role.ts';
import { Paging } from '#src/components/paging.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { PageSection } from './page-section.tsx';
import { useDeliveries, useRedeliver } from './use-deliveries.ts';
import { useWebhooks } from './use-webhooks.ts';

const SIZES = [10, 25, 100] as const;
const ALL = 'all';

/** The log of what was sent. */
export function DeliveriesSection() {
  const { t } = useTranslation('alerts');
  const mayResend = useCan('redeliver');
  const [webhook, setWebhook] = useState<number>();
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState<number>(SIZES[0]);
  const webhooks = useWebhooks().data?.items ?? [];
  const { data, error, refetch } = useDeliveries({ webhook, page, pageSize });
  const again = useRedeliver();
  const items = data?.items ?? [];
  return (
    <PageSection
      id="deliveries"
      title={t('deliveries.title')}
      text={t('deliveries.text')}
      action={
        webhooks.length < 2 ? null : (
          <Select
            size="small"
            value={webhook ?? ALL}
            onChange={({ target }) => {
              setPage(0);
              setWebhook(target.value === ALL ? undefined : target.value);
            }}
            SelectDisplayProps={{ 'aria-label': t('deliveries.of') }}
            sx={{ minWidth: 176 }}
          >
            <MenuItem value={ALL}>{t('deliveries.all')}</MenuItem>
            {webhooks.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                <bdi>{name}</bdi>
              </MenuItem>
            ))}
          </Select>
        )
      }
    >
      {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
      {again.error === null ? null : <FaultNotice error={again.error} onDismiss={again.reset} />}
      {data === undefined && error === null ? <SkeletonRows rows={3} height={56} /> : null}
      {data !== undefined && items.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', paddingBlock: 1 }}>{t('deliveries.none')}</Typography>
      ) : null}
      {items.length === 0 ? null : (
        <Box
          component="ul"
          aria-label={t('deliveries.list')}
          sx={{ listStyle: 'none', margin: 0, padding: 0 }}
        >
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              mayResend={mayResend}
              busy={again.isPending && again.variables === delivery.id}
              onAgain={() => again.mutate(delivery.id)}
            />
          ))}
        </Box>
      )}
      {data == null || data.total <= SIZES[0] ? null : (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', paddingBlock: 1 }}>
          <Paging
            label={t('deliveries.paging')}
            sizes={SIZES}
            page={page}
            pageSize={pageSize}
            total={data.total}
            onPage={setPage}
            onPageSize={(size) => {
              setPage(0);
              setPageSize(size);
            }}
          />
        </Box>
      )}
    </PageSection>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookResult } from '#contract/alerts.ts';
import { useCan } from '#src/api/use-role.ts';
import { FormPanel } from '#src/components/form-panel.tsx';
import { Notice } from '#src/components/notice.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { PageSection } from './page-section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { TestNotice } from './test-notice.tsx';
import { useSwitchWebhook, useTestWebhook, useWebhooks } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** Who else is told: to add, try, turn off and remove. */
export function WebhooksSection() {
  const { t } = useTranslation('alerts');
  const mayChange = useCan('addWebhook');
  const webhooks = useWebhooks();
  const switching = useSwitchWebhook();
  const test = useTestWebhook();
  const [open, setOpen] = useState<number | 'new'>();
  const [removing, setRemoving] = useState<Webhook>();
  const [shown, setShown] = useState<readonly { id: number; name: string; secret: string }[]>([]);
  const hide = (id: number) => setShown((now) => now.filter((one) => one.id !== id));
  const [outcome, setOutcome] = useState<string>();
  const items = webhooks.data?.items ?? [];
  const most = webhooks.data?.most ?? 0;
  const full = items.length >= most;
  const saved = ({ webhook, secret }: WebhookResult) => {
    setOpen(undefined);
    setOutcome(t('webhooks.saved', { name: webhook.name }));
    const { id, name } = webhook;
    // A new secret of the same webhook takes the place of the old one, which signs no more.
    if (secret !== null) setShown((now) => [...now.filter((one) => one.id !== id), { id, name, secret }]);
  };
  return (
    <PageSection
      id="webhooks"
      title={t('webhooks.title')}
      text={t('webhooks.text')}
      action={
        mayChange && webhooks.data && !full ? (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Plus size={16} />}
            onClick={() => setOpen('new')}
          >
            {t('webhooks.add')}
          </Button>
        ) : null
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
        {webhooks.error === null ? null : (
          <FaultNotice error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        )}
        {switching.error === null ? null : (
          <FaultNotice error={switching.error} onDismiss={switching.reset} />
        )}
        {outcome === undefined ? null : (
          <Notice severity="success" title={outcome} onDismiss={() => setOutcome(undefined)} />
        )}
        {shown.map(({ id, name, secret }) => (
          <ShownSecret key={secret} name={name} secret={secret} onKept={() => hide(id)} />
        ))}
        <TestNotice test={test} />
        {open === 'new' ? (
          <FormPanel>
            <WebhookForm onSaved={saved} onCancel={() => setOpen(undefined)} />
          </FormPanel>
        ) : null}
      </Box>
      {webhooks.isPending ? <SkeletonRows rows={2} height={72} /> : null}
      {webhooks.data && items.length === 0 && open !== 'new' ? (
        <Box sx={{ paddingBlock: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{t('webhooks.none')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('webhooks.noneText')}
          </Typography>
        </Box>
      ) : null}
      {items.length === 0 ? null : (
        <Box component="ul" aria-label={t('webhooks.list')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {items.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              mayChange={mayChange}
              editing={open === webhook.id}
              testing={test.busy && test.webhook?.id === webhook.id}
              onEdit={(editing) => setOpen(editing ? webhook.id : undefined)}
              onSaved={saved}
              onSwitch={(enabled) => switching.mutate({ id: webhook.id, enabled })}
              onTest={() => {
                setOutcome(undefined);
                test.test(webhook);
              }}
              onRemove={() => setRemoving(webhook)}
            />
          ))}
        </Box>
      )}
      {full && items.length > 0 ? (
        <Typography variant="body2" sx={{ color: 'text.tertiary', paddingBlock: 1 }}>
          {t('webhooks.full', { most })}
        </Typography>
      ) : null}
      <RemoveDialog
        asked={removing}
        onRemoved={({ id, name }) => {
          hide(id);
          setRemoving(undefined);
          setOutcome(t('webhooks.removed', { name }));
        }}
        onClose={() => setRemoving(undefined)}
      />
    </PageSection>
  );
}

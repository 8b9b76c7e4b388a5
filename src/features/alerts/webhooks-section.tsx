import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookResult } from '#contract/alerts.ts';
import { addWebhook } from '#contract/operations/alerts.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FormPanel } from '#src/ui/form-panel.tsx';
import { useKindPause } from '#src/ui/job/use-kind-pause.ts';
import { Notice } from '#src/ui/notice.tsx';
import { OneTimeSecret, SecretField } from '#src/ui/one-time-secret.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { RecordList } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useDeliveryProblemText } from '#src/ui/use-delivery-problem-text.ts';
import {
  useRemoveWebhook,
  useTestWebhook,
  useToggleWebhook,
  useWebhooks,
  type WebhookTest,
} from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The result of a test. */
function TestNotice({ test }: { test: WebhookTest }) {
  const { t } = useTranslation('alerts');
  const wordsOf = useDeliveryProblemText();
  const { delivery, webhook, error, reset } = test;
  const pause = useKindPause('deliver', delivery?.state === 'waiting');
  if (error) return <FaultNotice error={error} onDismiss={reset} />;
  if (delivery === undefined || webhook === undefined) return null;
  const { name } = webhook;
  if (delivery.state === 'delivered')
    return (
      <Notice
        severity="success"
        title={t('webhooks.testOk', { name, status: String(delivery.status ?? '') })}
        onDismiss={reset}
      />
    );
  if (pause.error) return <FaultNotice error={pause.error} onDismiss={pause.dismiss} />;
  if (pause.isPaused)
    return (
      <Notice
        severity="warning"
        title={t('webhooks.paused')}
        onDismiss={reset}
        action={
          pause.resume && (
            <BusyButton size="small" variant="outlined" busy={pause.busy} onClick={pause.resume}>
              {t('webhooks.resume')}
            </BusyButton>
          )
        }
      >
        {t('webhooks.pausedText', { name })}
      </Notice>
    );
  const why = wordsOf(delivery);
  if (delivery.state === 'waiting' && why === undefined)
    return <Notice severity="info" title={t('webhooks.testing', { name })} onDismiss={reset} />;
  return (
    <Notice severity="error" title={t('webhooks.testFailed', { name })} onDismiss={reset}>
      {why}
    </Notice>
  );
}

type RemoveWebhookDialogProps = {
  webhook: Webhook | undefined;
  onRemoved: (webhook: Webhook) => void;
  onClose: () => void;
};

function RemoveWebhookDialog({ webhook, onRemoved, onClose }: RemoveWebhookDialogProps) {
  const { t } = useTranslation('alerts');
  const removal = useRemoveWebhook();
  return (
    <ConfirmMutation
      open={webhook !== undefined}
      title={t('webhooks.removeTitle')}
      subject={<BidiText>{webhook?.name}</BidiText>}
      confirmLabel={t('webhooks.remove')}
      mutation={removal}
      onConfirm={() => {
        if (webhook !== undefined) removal.mutate(webhook, { onSuccess: () => onRemoved(webhook) });
      }}
      onClose={onClose}
    >
      {t('webhooks.removeText')}
    </ConfirmMutation>
  );
}

/** Uses the `standardwebhooks` package on the side of the receiver. */
const VERIFY_SNIPPET = 'new Webhook(secret).verify(body, headers)';

/** Shows the secret of a webhook, once, with a line of code that verifies a signature. */
function WebhookSecret({ name, secret, onSaved }: { name: string; secret: string; onSaved: () => void }) {
  const { t } = useTranslation('alerts');
  return (
    <OneTimeSecret
      title={t('secret.title')}
      text={t('secret.text', { name })}
      secret={{ text: secret, label: t('secret.label'), copyLabel: t('secret.copy') }}
      savedLabel={t('secret.kept')}
      onSaved={onSaved}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        {t('secret.verify')}
        <SecretField text={VERIFY_SNIPPET} label={t('secret.verify')} copyLabel={t('secret.copyLine')} />
        {t('secret.byHand')}
      </Box>
    </OneTimeSecret>
  );
}

/** What is open, and the outcome of the last action with the secrets it led to. */
function useWebhooksState() {
  const { t } = useTranslation('alerts');
  const toggle = useToggleWebhook();
  const test = useTestWebhook();
  const [open, setOpen] = useState<number | 'new'>();
  const [removing, setRemoving] = useState<Webhook>();
  const [secrets, setSecrets] = useState<readonly { id: number; name: string; secret: string }[]>([]);
  const [outcome, setOutcome] = useState<string>();
  const hideSecret = (id: number) => setSecrets((now) => now.filter((secret) => secret.id !== id));
  const onSaved = ({ webhook: { id, name }, secret }: WebhookResult) => {
    setOpen(undefined);
    setOutcome(t('webhooks.saved', { name }));
    // A new secret replaces the old one of the same webhook, which is no longer valid.
    if (secret !== null)
      setSecrets((now) => [...now.filter((shown) => shown.id !== id), { id, name, secret }]);
  };
  const onRemoved = ({ id, name }: Webhook) => {
    hideSecret(id);
    setRemoving(undefined);
    setOutcome(t('webhooks.removed', { name }));
  };
  const runTest = (webhook: Webhook) => {
    setOutcome(undefined);
    test.test(webhook);
  };
  const shown = { open, removing, secrets, outcome, toggle, test };
  return { ...shown, setOpen, setRemoving, setOutcome, hideSecret, onSaved, onRemoved, runTest };
}
type WebhooksStateProps = { state: ReturnType<typeof useWebhooksState> };

/** Outcomes, secrets that show once, and the form for a new webhook. */
function WebhookNotices({ state }: WebhooksStateProps) {
  const { toggle, outcome } = state;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
      <FaultNotice error={toggle.error} onDismiss={toggle.reset} />
      {outcome === undefined ? null : (
        <Notice severity="success" title={outcome} onDismiss={() => state.setOutcome(undefined)} />
      )}
      {state.secrets.map(({ id, name, secret }) => (
        <WebhookSecret key={secret} name={name} secret={secret} onSaved={() => state.hideSecret(id)} />
      ))}
      <TestNotice test={state.test} />
      {state.open === 'new' ? (
        <FormPanel>
          <WebhookForm onSaved={state.onSaved} onCancel={() => state.setOpen(undefined)} />
        </FormPanel>
      ) : null}
    </Box>
  );
}

type WebhookListProps = WebhooksStateProps & { items: readonly Webhook[]; canChange: boolean };

function WebhookList({ items, canChange, state }: WebhookListProps) {
  const { t } = useTranslation('alerts');
  const { open, test, toggle } = state;
  return (
    <RecordList label={t('webhooks.list')} topLine="none">
      {items.map((webhook) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          canChange={canChange}
          editing={open === webhook.id}
          testing={test.busy && test.webhook?.id === webhook.id}
          onEdit={(editing) => state.setOpen(editing ? webhook.id : undefined)}
          onSaved={state.onSaved}
          onToggle={(enabled) => toggle.mutate({ id: webhook.id, enabled })}
          onTest={() => state.runTest(webhook)}
          onRemove={() => state.setRemoving(webhook)}
        />
      ))}
    </RecordList>
  );
}

/** The webhooks: add, test, turn off, remove. */
export function WebhooksSection() {
  const { t } = useTranslation('alerts');
  const canChange = useCanUse(addWebhook);
  const webhooks = useWebhooks();
  const state = useWebhooksState();
  const { items = [], max = 0 } = webhooks.data ?? {};
  const isFull = items.length >= max;
  return (
    <PageSection
      id="webhooks"
      title={t('webhooks.title')}
      text={t('webhooks.text')}
      action={
        canChange && webhooks.data && !isFull ? (
          <AddButton size="small" onClick={() => state.setOpen('new')}>
            {t('webhooks.add')}
          </AddButton>
        ) : null
      }
    >
      <WebhookNotices state={state} />
      <QueryView
        query={webhooks}
        pending={<SkeletonRows rows={2} height={72} />}
        isEmpty={() => items.length === 0}
        empty={
          state.open === 'new' ? null : (
            <Box sx={{ paddingBlock: 1 }}>
              <Typography sx={{ fontWeight: 600 }}>{t('webhooks.none')}</Typography>
              <SmallText tone="secondary">{t('webhooks.noneText')}</SmallText>
            </Box>
          )
        }
      >
        {() => (
          <>
            <WebhookList items={items} canChange={canChange} state={state} />
            {isFull ? <SmallText sx={{ paddingBlock: 1 }}>{t('webhooks.full', { max })}</SmallText> : null}
          </>
        )}
      </QueryView>
      <RemoveWebhookDialog
        webhook={state.removing}
        onRemoved={state.onRemoved}
        onClose={() => state.setRemoving(undefined)}
      />
    </PageSection>
  );
}

import { useTranslation } from 'react-i18next';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useDeliveryWords } from './use-delivery-words.ts';
import type { WebhookTest } from './use-webhooks.ts';

/** How a test went: it took it, or why it did not. */
export function TestNotice({ test }: { test: WebhookTest }) {
  const { t } = useTranslation('alerts');
  const wordsOf = useDeliveryWords();
  const { delivery, webhook, error, reset } = test;
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
  const why = wordsOf(delivery);
  if (delivery.state === 'waiting' && why === undefined)
    return <Notice severity="info" title={t('webhooks.testing', { name })} onDismiss={reset} />;
  return (
    <Notice severity="error" title={t('webhooks.testFailed', { name })} onDismiss={reset}>
      {why}
    </Notice>
  );
}

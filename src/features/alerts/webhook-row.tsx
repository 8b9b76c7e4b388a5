import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_KINDS, type Webhook, type WebhookResult } from '#contract/alerts.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { HistoryLink } from '#src/ui/audit/history-link.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { RecordAction, RecordItem, RecordName } from '#src/ui/record-row.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { WebhookForm } from './webhook-form.tsx';

type WebhookRowProps = {
  webhook: Webhook;
  canChange: boolean;
  editing: boolean;
  testing: boolean;
  onEdit: (editing: boolean) => void;
  onSaved: (result: WebhookResult) => void;
  onToggle: (enabled: boolean) => void;
  onTest: () => void;
  onRemove: () => void;
};

/** Name and address, which alerts arrive there, and how the deliveries go. */
function WebhookSummary({ webhook }: Pick<WebhookRowProps, 'webhook'>) {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const { id, name, url, consecutiveFailures, kinds, lastDeliveredOn } = webhook;
  const kindsText =
    kinds.length === WEBHOOK_KINDS.length
      ? t('webhooks.everyKind')
      : formats.list(kinds.map((kind) => t(`webhooks.kind.${kind}`)));
  return (
    <>
      <RecordName name={name} />
      <MonoText truncate sx={{ color: 'text.secondary' }}>
        {url}
      </MonoText>
      <SmallText>
        {t('webhooks.kinds')}: {kindsText} ·{' '}
        {lastDeliveredOn === null
          ? t('webhooks.never')
          : t('webhooks.delivered', { when: formats.moment(lastDeliveredOn) })}
        <HistoryLink kind="webhook" subject={id} name={name} separator=" · " />
      </SmallText>
      {consecutiveFailures === 0 ? null : (
        <SmallText tone="brick" sx={{ fontWeight: 600 }}>
          {t('webhooks.consecutiveFailures', { count: consecutiveFailures })}
        </SmallText>
      )}
    </>
  );
}

/** A webhook, and what can be done with it. */
export function WebhookRow(props: WebhookRowProps) {
  const { webhook, canChange, editing, testing, onEdit, onSaved, onToggle, onTest, onRemove } = props;
  const { t } = useTranslation('alerts');
  const editButton = useRef<HTMLButtonElement>(null);
  const { name, enabled } = webhook;
  return (
    <RecordItem
      summary={<WebhookSummary webhook={webhook} />}
      actions={
        canChange ? (
          <>
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
              <Switch
                size="small"
                checked={enabled}
                onChange={(_, checked) => onToggle(checked)}
                slotProps={{ input: { 'aria-label': t('webhooks.enabledNamed', { name }) } }}
              />
              <Box component="span" aria-hidden sx={{ typography: 'body2', minWidth: 40 }}>
                {t(enabled ? 'webhooks.enabled' : 'webhooks.disabled')}
              </Box>
            </Box>
            <RecordAction
              label={t('webhooks.test')}
              name={t('webhooks.testNamed', { name })}
              busy={testing}
              onClick={onTest}
            />
            <RecordAction
              ref={editButton}
              label={t('webhooks.change')}
              name={t('webhooks.changeNamed', { name })}
              expanded={editing}
              onClick={() => onEdit(!editing)}
            />
            <RecordAction
              label={t('webhooks.remove')}
              name={t('webhooks.removeNamed', { name })}
              destructive
              onClick={onRemove}
            />
          </>
        ) : (
          <Typography variant="body2">{t(enabled ? 'webhooks.enabled' : 'webhooks.disabled')}</Typography>
        )
      }
    >
      {editing ? (
        <WebhookForm
          webhook={webhook}
          onSaved={onSaved}
          onCancel={() => {
            onEdit(false);
            editButton.current?.focus();
          }}
        />
      ) : null}
    </RecordItem>
  );
}

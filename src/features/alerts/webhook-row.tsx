import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookResult } from '#contract/alerts.ts';
import { ALERT_KINDS } from '#contract/alerts.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { TextLink } from '#src/components/link-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useHistoryPath } from '#src/history/use-history-path.ts';
import { WebhookForm } from './webhook-form.tsx';

type WebhookRowProps = {
  webhook: Webhook;
  mayChange: boolean;
  editing: boolean;
  testing: boolean;
  onEdit: (editing: boolean) => void;
  onSaved: (result: WebhookResult) => void;
  onSwitch: (enabled: boolean) => void;
  onTest: () => void;
  onRemove: () => void;
};

/** A webhook: where it leads, what it is told of, and how it fares. */
export function WebhookRow(props: WebhookRowProps) {
  const { webhook, mayChange, editing, testing, onEdit, onSaved, onSwitch, onTest, onRemove } = props;
  const { t } = useTranslation(['alerts', 'terms']);
  const history = useHistoryPath({ kind: 'webhook', subject: webhook.id });
  const formats = useFormats();
  const opener = useRef<HTMLButtonElement>(null);
  const { name, enabled, failing, kinds, lastDeliveredOn } = webhook;
  const told =
    kinds.length === ALERT_KINDS.length
      ? t('webhooks.everyKind')
      : formats.list(kinds.map((kind) => t(`webhooks.kind.${kind}`)));
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderBlockEnd: 1, borderColor: 'line.soft' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            <BidiText>{name}</BidiText>
          </Box>
          <MonoText truncate sx={{ color: 'text.secondary' }}>
            {webhook.url}
          </MonoText>
          <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
            {t('webhooks.kinds')}: {told} ·{' '}
            {lastDeliveredOn === null
              ? t('webhooks.never')
              : t('webhooks.delivered', { when: formats.moment(lastDeliveredOn) })}
            {history === undefined ? null : (
              <>
                {' · '}
                <TextLink to={history} underline="always" aria-label={t('terms:historyOf', { name })}>
                  {t('terms:history')}
                </TextLink>
              </>
            )}
          </Typography>
          {failing === 0 ? null : (
            <Typography component="div" variant="body2" sx={{ color: 'brick.ink', fontWeight: 600 }}>
              {t('webhooks.failing', { count: failing })}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
          {mayChange ? (
            <>
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
                <Switch
                  size="small"
                  checked={enabled}
                  onChange={(_, on) => onSwitch(on)}
                  slotProps={{ input: { 'aria-label': t('webhooks.enabledNamed', { name }) } }}
                />
                <Box component="span" aria-hidden sx={{ typography: 'body2', minWidth: 40 }}>
                  {t(enabled ? 'webhooks.enabled' : 'webhooks.disabled')}
                </Box>
              </Box>
              <Button
                size="small"
                loading={testing}
                aria-label={t('webhooks.testNamed', { name })}
                onClick={onTest}
              >
                {t('webhooks.test')}
              </Button>
              <Button
                ref={opener}
                size="small"
                aria-expanded={editing}
                aria-label={t('webhooks.changeNamed', { name })}
                onClick={() => onEdit(!editing)}
              >
                {t('webhooks.change')}
              </Button>
              <Button
                size="small"
                aria-label={t('webhooks.removeNamed', { name })}
                onClick={onRemove}
                sx={{ color: 'brick.ink' }}
              >
                {t('webhooks.remove')}
              </Button>
            </>
          ) : (
            <Typography variant="body2">{t(enabled ? 'webhooks.enabled' : 'webhooks.disabled')}</Typography>
          )}
        </Box>
      </Box>
      {editing ? (
        <WebhookForm
          webhook={webhook}
          onSaved={onSaved}
          onCancel={() => {
            onEdit(false);
            opener.current?.focus();
          }}
        />
      ) : null}
    </Box>
  );
}

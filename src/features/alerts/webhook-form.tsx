import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  newWebhookSchema,
  WEBHOOK_KINDS,
  type Webhook,
  type WebhookKind,
  type WebhookResult,
} from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';
import { useSaveWebhook } from './use-webhooks.ts';

type WebhookValues = { name: string; url: string; kinds: WebhookKind[]; enabled: boolean };
type WebhookFormProps = {
  /** Absent when adding a webhook. */
  webhook?: Webhook | undefined;
  onSaved: (result: WebhookResult) => void;
  onCancel: () => void;
};

/** The form's values and their submission. */
function useWebhookForm(
  { webhook, onSaved }: Pick<WebhookFormProps, 'webhook' | 'onSaved'>,
  newSecret: boolean,
) {
  const save = useSaveWebhook();
  const form = useSchemaForm<WebhookValues>(newWebhookSchema, {
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? [...WEBHOOK_KINDS],
    enabled: webhook?.enabled ?? true,
  });
  // A change leaves `enabled` to the switch in the row.
  const submit = form.handleSubmit(({ enabled, ...value }) =>
    save.mutate(
      {
        id: webhook?.id,
        value: {
          ...value,
          ...(webhook === undefined ? { enabled } : {}),
          ...(newSecret ? { newSecret } : {}),
        },
      },
      { onSuccess: onSaved },
    ),
  );
  return { form, save, submit };
}

/** The kinds of alerts that a webhook receives. */
function KindsField({ form }: { form: UseFormReturn<WebhookValues> }) {
  const { t } = useTranslation('alerts');
  const { errors, isSubmitted } = form.formState;
  const kinds = form.watch('kinds');
  const toggle = (kind: WebhookKind, checked: boolean) =>
    form.setValue(
      'kinds',
      WEBHOOK_KINDS.filter((item) => (item === kind ? checked : kinds.includes(item))),
      { shouldValidate: isSubmitted },
    );
  return (
    <FieldSet label={t('webhookForm.kinds')}>
      <Box sx={{ display: 'grid' }}>
        {WEBHOOK_KINDS.map((kind) => (
          <FormControlLabel
            key={kind}
            control={
              <Checkbox
                checked={kinds.includes(kind)}
                onChange={(_, checked) => toggle(kind, checked)}
                sx={{ paddingBlock: 0.5 }}
              />
            }
            label={t(`rules.kind.${kind}`)}
          />
        ))}
      </Box>
      {errors.kinds === undefined ? null : <FormHelperText error>{t('webhookForm.noKinds')}</FormHelperText>}
    </FieldSet>
  );
}

/** Name, address and alert kinds of a webhook; for an existing one also a new secret. */
export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const { t } = useTranslation('alerts');
  const [newSecret, setNewSecret] = useState(false);
  const { form, save, submit } = useWebhookForm({ webhook, onSaved }, newSecret);
  const { errors } = form.formState;
  return (
    <RecordForm
      label={webhook === undefined ? t('webhookForm.new') : t('webhooks.changeNamed', webhook)}
      heading={webhook === undefined ? t('webhookForm.new') : undefined}
      level="h3"
      submitLabel={t(webhook === undefined ? 'webhookForm.submit' : 'webhookForm.save')}
      busy={save.isPending}
      onSubmit={() => void submit()}
      onCancel={onCancel}
    >
      <TextField
        {...form.register('name')}
        label={t('webhookForm.name')}
        size="small"
        autoFocus
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? t('webhookForm.nameHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: ALERT_LIMITS.name, autoComplete: 'off' } }}
      />
      <TextField
        {...form.register('url')}
        label={t('webhookForm.url')}
        size="small"
        error={errors.url !== undefined}
        helperText={errors.url?.message ?? t('webhookForm.urlHint')}
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url', spellCheck: false, autoComplete: 'off' } }}
      />
      <KindsField form={form} />
      {webhook === undefined ? null : (
        <div>
          <FormControlLabel
            control={<Checkbox checked={newSecret} onChange={(_, checked) => setNewSecret(checked)} />}
            label={t('webhookForm.newSecret')}
          />
          <FormHelperText sx={{ paddingInlineStart: 4 }}>{t('webhookForm.newSecretHint')}</FormHelperText>
        </div>
      )}
      <FaultNotice error={save.error} onDismiss={save.reset} />
    </RecordForm>
  );
}

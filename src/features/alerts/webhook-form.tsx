import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AlertKind, Webhook, WebhookResult } from '#contract/alerts.ts';
import { ALERT_KINDS, newWebhookSchema } from '#contract/alerts.ts';
import { describeIssue } from '#contract/issue-words.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { FieldSet } from '#src/components/field-set.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useLocale } from '#src/i18n/locale.tsx';
import { useSaveWebhook } from './use-webhooks.ts';

type Values = { name: string; url: string; kinds: AlertKind[]; enabled: boolean };
type WebhookFormProps = {
  /** Without it a new one is added. */
  webhook?: Webhook;
  onSaved: (result: WebhookResult) => void;
  onCancel: () => void;
};

/** Name, address and kinds of a webhook; of one that exists also a new secret. */
export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const { t } = useTranslation(['alerts', 'common']);
  const { language } = useLocale();
  const [newSecret, setNewSecret] = useState(false);
  const save = useSaveWebhook();
  const form = useForm<Values>({
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      kinds: webhook?.kinds ?? [...ALERT_KINDS],
      enabled: webhook?.enabled ?? true,
    },
    resolver: zodResolver<Values, unknown, Values>(newWebhookSchema as never, {
      error: (issue) => describeIssue(issue as never, undefined, language),
    }),
  });
  const { errors, isSubmitted } = form.formState;
  // eslint-disable-next-line react/incompatible-library
  const kinds = form.watch('kinds');
  const toggle = (kind: AlertKind, wanted: boolean) =>
    form.setValue(
      'kinds',
      ALERT_KINDS.filter((one) => (one === kind ? wanted : kinds.includes(one))),
      { shouldValidate: isSubmitted },
    );
  // Its switch stands in the row: a change leaves it as it is by now.
  const send = form.handleSubmit(({ enabled, ...value }) =>
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
  return (
    <Box
      component="form"
      noValidate
      aria-label={webhook === undefined ? t('webhookForm.new') : t('webhooks.changeNamed', webhook)}
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
      }}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 640, paddingBlock: 2.5 }}
    >
      {webhook === undefined ? <Typography variant="h3">{t('webhookForm.new')}</Typography> : null}
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
        slotProps={{
          htmlInput: { dir: 'ltr', inputMode: 'url', spellCheck: false, autoComplete: 'off' },
        }}
      />
      <FieldSet label={t('webhookForm.kinds')}>
        <Box sx={{ display: 'grid' }}>
          {ALERT_KINDS.map((kind) => (
            <FormControlLabel
              key={kind}
              control={
                <Checkbox
                  checked={kinds.includes(kind)}
                  onChange={(_, wanted) => toggle(kind, wanted)}
                  sx={{ paddingBlock: 0.5 }}
                />
              }
              label={t(`rules.kind.${kind}`)}
            />
          ))}
        </Box>
        {errors.kinds === undefined ? null : (
          <FormHelperText error>{t('webhookForm.noKinds')}</FormHelperText>
        )}
      </FieldSet>
      {webhook === undefined ? null : (
        <div>
          <FormControlLabel
            control={<Checkbox checked={newSecret} onChange={(_, wanted) => setNewSecret(wanted)} />}
            label={t('webhookForm.newSecret')}
          />
          <FormHelperText sx={{ paddingInlineStart: 4 }}>{t('webhookForm.newSecretHint')}</FormHelperText>
        </div>
      )}
      {save.error ? <FaultNotice error={save.error} onDismiss={save.reset} /> : null}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={save.isPending}>
          {t(webhook === undefined ? 'webhookForm.submit' : 'webhookForm.save')}
        </Button>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </Box>
    </Box>
  );
}

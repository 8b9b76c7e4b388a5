import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { pageOrigin } from '#src/api/connection.ts';
import { useConnections, useGatewayFetch } from '#src/api/gateway-context.tsx';
import type { ProbeResult } from '#src/api/probe.ts';
import { probeConnection } from '#src/api/probe.ts';
import { ConnectField } from './connect-field.tsx';
import type { ConnectValues } from './connect-schema.ts';
import { connectSchema } from './connect-schema.ts';
import { ProbeNotice } from './probe-notice.tsx';

type Refusal = Extract<ProbeResult, { ok: false }>;

/** Base URL, key, bot and model family; they are tried before they are kept. */
export function ConnectForm({ onConnected }: { onConnected: () => void }) {
  const { t } = useTranslation('connect');
  const connections = useConnections();
  const fetch = useGatewayFetch();
  const current = connections.current();
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useForm<ConnectValues>({
    resolver: zodResolver(connectSchema),
    defaultValues: {
      baseUrl: current?.baseUrl ?? '',
      key: '',
      bot: current?.bot ?? '',
      modelFamily: current?.modelFamily ?? 'Model',
      name: current?.name ?? '',
      remember: current?.remember ?? false,
    },
  });
  const { isSubmitting } = form.formState;

  const keep = (values: ConnectValues) => {
    // The same bot at the same address, once more: it takes the place of the old entry.
    const same = connections.all().find((one) => one.baseUrl === values.baseUrl && one.bot === values.bot);
    if (same !== undefined) connections.forget(same.id);
    const { statusNames } = same ?? {};
    connections.save({ ...values, madeByCode: false, ...(statusNames === undefined ? {} : { statusNames }) });
    onConnected();
  };
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined);
    const result = await probeConnection({ ...values, madeByCode: false }, { fetch });
    if (result.ok) return keep(values);
    setRefusal(result);
    form.setFocus(result.part);
    return undefined;
  });

  const field = { form, disabled: isSubmitting, wrong: refusal?.part };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {connections.all().length === 0 ? null : (
        <Typography variant="h3" component="h2">
          {t('another')}
        </Typography>
      )}
      <ConnectField {...field} name="baseUrl" type="url" placeholder={pageOrigin()} help={t('baseUrlHelp')} />
      <ConnectField {...field} name="key" type="password" autoComplete="off" />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <ConnectField {...field} name="bot" help={t('botHelp')} />
        <ConnectField {...field} name="modelFamily" help={t('modelFamilyHelp')} />
      </Box>
      <ConnectField {...field} name="name" help={t('nameHelp')} words />
      <div>
        <FormControlLabel control={<Checkbox {...form.register('remember')} />} label={t('remember')} />
        <FormHelperText sx={{ paddingInlineStart: 4 }}>{t('rememberHelp')}</FormHelperText>
      </div>
      {refusal === undefined ? null : (
        <ProbeNotice
          refusal={refusal}
          baseUrl={form.getValues('baseUrl') || pageOrigin()}
          onFamily={(family) => {
            form.setValue('modelFamily', family);
            void submit();
          }}
          onAnyway={() => void form.handleSubmit(keep)()}
          onDismiss={() => setRefusal(undefined)}
        />
      )}
      <Button
        type="submit"
        variant="contained"
        disabled={isSubmitting}
        sx={{ justifySelf: 'start', minWidth: 128 }}
      >
        {isSubmitting ? t('checking') : t('submit')}
      </Button>
    </Box>
  );
}

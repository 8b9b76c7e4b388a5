import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SecretLine, ShownOnce } from '#src/components/shown-once.tsx';

type ShownSecretProps = { name: string; secret: string; onKept: () => void };

/** With the `standardwebhooks` package of the receiver's own choosing. */
const VERIFY = 'new Webhook(secret).verify(body, headers)';

/** The secret of a webhook, the only time it is told, with how to check a signature. */
export function ShownSecret({ name, secret, onKept }: ShownSecretProps) {
  const { t } = useTranslation('alerts');
  return (
    <ShownOnce
      title={t('secret.title')}
      text={t('secret.text', { name })}
      secret={{ text: secret, label: t('secret.label'), copyLabel: t('secret.copy') }}
      keptLabel={t('secret.kept')}
      onKept={onKept}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        {t('secret.verify')}
        <SecretLine text={VERIFY} label={t('secret.verify')} copyLabel={t('secret.copyLine')} />
        {t('secret.byHand')}
      </Box>
    </ShownOnce>
  );
}

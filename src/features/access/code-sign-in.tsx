import Box from '@mui/material/Box';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { GatewayError } from '#src/api/errors.ts';
import { useConnections } from '#src/api/connections-context.tsx';
import type { exchangeSignInCode } from '#src/api/sign-in.ts';
import { dropSignInCode } from '#src/api/sign-in-code.ts';
import { CopyButton } from '#src/components/copy-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { SigningIn } from './signing-in.tsx';
import { useCodeExchange } from './use-code-exchange.ts';

const COMMAND = 'npm run link';

type SignedIn = Awaited<ReturnType<typeof exchangeSignInCode>>;

function SpentCode({ error }: { error: GatewayError }) {
  const { t } = useTranslation('connect');
  return (
    <Notice severity="error" title={t('codeFailed')}>
      <p>{error.fault === 'code-spent' ? t('codeSpent') : t('codeOther')}</p>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <MonoText>{COMMAND}</MonoText>
        <CopyButton text={COMMAND} />
      </Box>
      <p>{t('withKey')}</p>
    </Notice>
  );
}

/** Exchanges the code of a printed link for a key of this browser's own. */
export function CodeSignIn({ code, onConnected }: { code: string; onConnected: () => void }) {
  const connections = useConnections();
  const { data, error, retry } = useCodeExchange(code);

  const settle = useEffectEvent((data: SignedIn | undefined, error: unknown) => {
    if (data === undefined && !(error instanceof GatewayError)) return;
    dropSignInCode();
    if (data !== undefined) {
      const before = connections
        .all()
        .filter((one) => one.madeByCode && one.baseUrl === '' && one.bot === data.bot);
      for (const one of before) connections.forget(one.id);
      connections.save({ ...data, remember: before.some((one) => one.remember) });
      onConnected();
      return;
    }
    // An old link, opened again by someone who is signed in, is only a way in.
    if (connections.current() !== undefined) onConnected();
  });
  useEffect(() => settle(data, error), [data, error]);

  if (error instanceof GatewayError) return <SpentCode error={error} />;
  if (error !== undefined) return <FaultNotice error={error} onRetry={retry} />;
  return <SigningIn />;
}

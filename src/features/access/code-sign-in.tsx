import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GatewayError } from '#src/api/transport/gateway-errors.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { exchangeSignInCode } from '#src/api/client/exchange-sign-in-code.ts';
import { clearSignInCode } from '#src/api/stores/sign-in-code.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { SigningInMessage } from './signing-in-message.tsx';
import { useLoadTranslations } from '#src/i18n/use-load-translations.ts';

type SignedIn = Awaited<ReturnType<typeof exchangeSignInCode>>;
type ExchangeState = { data?: SignedIn; error?: unknown };

// A code is valid once: it is sent once, however often a component mounts.
const exchanges = new Map<string, Promise<SignedIn>>();

function exchangeOnce(code: string): Promise<SignedIn> {
  const exchange = exchanges.get(code) ?? exchangeSignInCode(code);
  exchanges.set(code, exchange);
  // It may be rejected before a component waits for it.
  exchange.catch(() => undefined);
  return exchange;
}

/** Exchanges the code; both results are absent until then. `retry` sends it again after a network failure. */
function useCodeExchange(code: string): ExchangeState & { retry: () => void } {
  const loadTranslations = useLoadTranslations();
  const [exchange, setExchange] = useState(() => exchangeOnce(code));
  const [outcome, setOutcome] = useState<ExchangeState>({});
  useEffect(() => {
    exchange.then(
      (data) => setOutcome({ data }),
      async (error: unknown) => {
        exchanges.delete(code);
        await loadTranslations('faults');
        setOutcome({ error });
      },
    );
  }, [exchange, code, loadTranslations]);
  const retry = () => {
    setOutcome({});
    setExchange(exchangeOnce(code));
  };
  return { ...outcome, retry };
}

const NEW_LINK_COMMAND = 'npm run link';

function SignInCodeError({ error }: { error: GatewayError }) {
  const { t } = useTranslation('connect');
  return (
    <Notice severity="error" title={t('codeFailed')}>
      <p>{error.fault === 'code-used' ? t('codeSpent') : t('codeOther')}</p>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <MonoText>{NEW_LINK_COMMAND}</MonoText>
        <CopyButton text={NEW_LINK_COMMAND} />
      </Box>
      <p>{t('withKey')}</p>
    </Notice>
  );
}

/** Exchanges the code of a sign-in link for a key of this browser. */
export function CodeSignIn({ code, onConnected }: { code: string; onConnected: () => void }) {
  const connections = useConnections();
  const { data, error, retry } = useCodeExchange(code);

  const onSettled = useEffectEvent((data: SignedIn | undefined, error: unknown) => {
    if (data === undefined && !(error instanceof GatewayError)) return;
    clearSignInCode();
    if (data !== undefined) {
      const previousConnections = connections
        .all()
        .filter((one) => one.madeByCode && one.baseUrl === '' && one.bot === data.bot);
      for (const one of previousConnections) connections.remove(one.id);
      connections.save({ ...data, remember: previousConnections.some((one) => one.remember) });
      onConnected();
      return;
    }
    // Somebody who is signed in may open an old link again: it then only opens the dashboard.
    if (connections.current() !== undefined) onConnected();
  });
  useEffect(() => onSettled(data, error), [data, error]);

  if (error instanceof GatewayError) return <SignInCodeError error={error} />;
  if (error !== undefined) return <FaultNotice error={error} onRetry={retry} />;
  return <SigningInMessage />;
}

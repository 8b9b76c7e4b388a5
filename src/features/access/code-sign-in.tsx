import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeSignInCode } from '#src/api/client/exchange-sign-in-code.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { clearSignInCode } from '#src/api/stores/sign-in-code.ts';
import { GatewayError, TooManyRequests } from '#src/api/transport/gateway-errors.ts';
import { useLoadTranslations } from '#src/i18n/use-load-translations.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import type { PlannedRepeat } from '#src/ui/fault/use-repeat-countdown.ts';
import { Notice } from '#src/ui/notice.tsx';
import { SigningInMessage } from './signing-in-message.tsx';

type SignedIn = Awaited<ReturnType<typeof exchangeSignInCode>>;
type ExchangeState = { data?: SignedIn; error?: unknown; repeatAt?: number | undefined };

// A code is valid once: it is sent once, however often a component mounts.
const exchanges = new Map<string, Promise<SignedIn>>();

function exchangeOnce(code: string): Promise<SignedIn> {
  const exchange = exchanges.get(code) ?? exchangeSignInCode(code);
  exchanges.set(code, exchange);
  // The promise may be rejected before a component awaits it.
  exchange.catch(() => undefined);
  return exchange;
}

type CodeExchange = ExchangeState & { retry: () => void; planned: PlannedRepeat | undefined };

/** Exchanges the code; both results are absent until then. `retry` sends it again after a network failure. */
function useCodeExchange(code: string): CodeExchange {
  const loadTranslations = useLoadTranslations();
  const [exchange, setExchange] = useState(() => exchangeOnce(code));
  const [outcome, setOutcome] = useState<ExchangeState>({});
  const repeats = useRef(0);
  useEffect(() => {
    exchange.then(
      (data) => setOutcome({ data }),
      async (error: unknown) => {
        exchanges.delete(code);
        await loadTranslations('faults');
        setOutcome({ error, repeatAt: planRepeat(error, repeats.current) });
      },
    );
  }, [exchange, code, loadTranslations]);
  const send = (repeatsNow: number) => {
    repeats.current = repeatsNow;
    setOutcome({});
    setExchange(exchangeOnce(code));
  };
  const { error, repeatAt } = outcome;
  const planned =
    repeatAt === undefined
      ? undefined
      : {
          at: repeatAt,
          onRepeat: () => send(repeats.current + 1),
          onCancel: () => setOutcome({ error }),
        };
  return { ...outcome, retry: () => send(0), planned };
}

/** Whether the gateway looked at the code: one that is too busy, or that failed, may well take it in a moment. */
function wasRefused(error: unknown): error is GatewayError {
  return error instanceof GatewayError && !(error instanceof TooManyRequests) && error.status < 500;
}

function SignInCodeError({ error }: { error: GatewayError }) {
  const { t } = useTranslation('connect');
  return (
    <Notice severity="error" title={t('codeFailed')}>
      {error.fault === 'code-used' ? t('codeSpent') : t('codeOther')}
    </Notice>
  );
}

/** Exchanges the code of a sign-in link for a key of this browser. */
export function CodeSignIn({ code, onEnter }: { code: string; onEnter: () => void }) {
  const connections = useConnections();
  const { data, error, retry, planned } = useCodeExchange(code);

  const onSettled = useEffectEvent((data: SignedIn | undefined, error: unknown) => {
    if (data === undefined && !wasRefused(error)) return;
    clearSignInCode();
    if (data !== undefined) {
      // One connection from earlier links stays. It takes the new key, and so do the tabs that use it.
      const [previous, ...others] = connections
        .all()
        .filter((connection) => connection.madeByCode && connection.baseUrl === '');
      for (const connection of others) connections.remove(connection.id);
      const retention = previous?.remember === true && { remember: true, undecided: false };
      connections.save({ ...data, ...(previous && { id: previous.id, name: previous.name }), ...retention });
      return;
    }
    // Somebody who is signed in may open an old link again: it then only opens the dashboard.
    if (connections.current() !== undefined) onEnter();
  });
  useEffect(() => onSettled(data, error), [data, error]);

  if (wasRefused(error)) return <SignInCodeError error={error} />;
  if (error !== undefined) return <FaultNotice error={error} onRetry={retry} planned={planned} />;
  return <SigningInMessage />;
}

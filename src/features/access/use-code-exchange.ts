import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeSignInCode } from '#src/api/sign-in.ts';
import { loadMoreWords } from '#src/i18n/setup.ts';

type SignedIn = Awaited<ReturnType<typeof exchangeSignInCode>>;
type Outcome = { data?: SignedIn; error?: unknown };

// A code is good for one: it is sent once, however often a component mounts.
const sent = new Map<string, Promise<SignedIn>>();

function exchangeOnce(code: string): Promise<SignedIn> {
  const exchange = sent.get(code) ?? exchangeSignInCode(code);
  sent.set(code, exchange);
  return exchange;
}

/** Exchanges the code; empty until that has ended. `retry` sends it again, for when nothing answered. */
export function useCodeExchange(code: string): Outcome & { retry: () => void } {
  const { i18n } = useTranslation();
  const [exchange, setExchange] = useState(() => exchangeOnce(code));
  const [outcome, setOutcome] = useState<Outcome>({});
  useEffect(() => {
    exchange.then(
      (data) => setOutcome({ data }),
      async (error: unknown) => {
        sent.delete(code);
        await loadMoreWords(i18n, 'faults');
        setOutcome({ error });
      },
    );
  }, [exchange, code, i18n]);
  const retry = () => {
    setOutcome({});
    setExchange(exchangeOnce(code));
  };
  return { ...outcome, retry };
}

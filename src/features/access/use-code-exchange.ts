import { useEffect, useState } from 'react';
import { exchangeSignInCode } from '#src/api/sign-in.ts';
import { useMoreWords } from '#src/i18n/use-more-words.ts';

type SignedIn = Awaited<ReturnType<typeof exchangeSignInCode>>;
type Outcome = { data?: SignedIn; error?: unknown };

// A code is good for one: it is sent once, however often a component mounts.
const sent = new Map<string, Promise<SignedIn>>();

function exchangeOnce(code: string): Promise<SignedIn> {
  const exchange = sent.get(code) ?? exchangeSignInCode(code);
  sent.set(code, exchange);
  // It may end before anybody listens.
  exchange.catch(() => undefined);
  return exchange;
}

/** Exchanges the code; empty until that has ended. `retry` sends it again, for when nothing answered. */
export function useCodeExchange(code: string): Outcome & { retry: () => void } {
  const loadMoreWords = useMoreWords();
  const [exchange, setExchange] = useState(() => exchangeOnce(code));
  const [outcome, setOutcome] = useState<Outcome>({});
  useEffect(() => {
    exchange.then(
      (data) => setOutcome({ data }),
      async (error: unknown) => {
        sent.delete(code);
        await loadMoreWords('faults');
        setOutcome({ error });
      },
    );
  }, [exchange, code, loadMoreWords]);
  const retry = () => {
    setOutcome({});
    setExchange(exchangeOnce(code));
  };
  return { ...outcome, retry };
}

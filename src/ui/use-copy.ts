import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const STATUS_MS = 3000;

/** Copies a text; `status` says for a while how it went, and is '' else. */
export function useCopy() {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (outcome === 'idle') return undefined;
    const timer = setTimeout(() => setOutcome('idle'), STATUS_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const status = outcome === 'idle' ? '' : t(outcome === 'copied' ? 'copied' : 'copyFailed');
  return { copied: outcome === 'copied', status, copy };
}

import IconButton from '@mui/material/IconButton';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type CopyButtonProps = {
  /** What goes to the clipboard. */
  text: string;
  /** What is copied, in words: "Copy the address". */
  label?: string;
  size?: 'small' | 'medium';
};

type Outcome = 'idle' | 'copied' | 'failed';

/** Copies a text and says so, in sight and to assistive technology. */
export function CopyButton({ text, label, size = 'small' }: CopyButtonProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>('idle');
  useEffect(() => {
    if (outcome === 'idle') return undefined;
    const timer = setTimeout(() => setOutcome('idle'), 3000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  const idle = label ?? t('copy');
  const words = { idle, copied: t('copied'), failed: t('copyFailed') }[outcome];
  return (
    <>
      <IconButton size={size} aria-label={idle} title={words} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={18} /> : <Copy size={18} />}
      </IconButton>
      <span role="status" className="visually-hidden">
        {outcome === 'idle' ? '' : words}
      </span>
    </>
  );
}

import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Check from 'lucide-react/icons/check';
import Terminal from 'lucide-react/icons/terminal';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies the call for a command line. */
export function CopyRequest({ text }: { text: string }) {
  const { t } = useTranslation(['playground', 'common']);
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (outcome === 'idle') return undefined;
    const timer = setTimeout(() => setOutcome('idle'), 3000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const label = {
    idle: t('run.copyRequest'),
    copied: t('common:copied'),
    failed: t('common:copyFailed'),
  }[outcome];
  return (
    <Tooltip title={label} describeChild={false}>
      <IconButton size="small" aria-label={label} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={18} /> : <Terminal size={18} />}
        <span role="status" className="visually-hidden">
          {outcome === 'idle' ? '' : label}
        </span>
      </IconButton>
    </Tooltip>
  );
}

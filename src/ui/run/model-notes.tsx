import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { playground } from '#src/i18n/en/playground.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { Notice } from '#src/ui/notice.tsx';

type FallbackReason = keyof typeof playground.written.fallback.why;

type FallbackNoticeProps = { fallback: string; notFound: boolean; onAskModel: (() => void) | undefined };

/** Why a quotation stands in for what the model should have written, and another try. */
export function FallbackNotice({ fallback, notFound, onAskModel }: FallbackNoticeProps) {
  const { t } = useTranslation('playground');
  const parameters = {
    // A newer gateway may send a code that has no text of its own.
    why: t([`written.fallback.why.${fallback as FallbackReason}`, 'written.fallback.why.other']),
  };
  return (
    <Notice
      severity="warning"
      title={t('written.fallback.title')}
      action={
        onAskModel === undefined ? undefined : (
          <Button variant="outlined" size="small" onClick={onAskModel}>
            {t('written.fallback.again')}
          </Button>
        )
      }
    >
      {t(notFound ? 'written.fallback.nothing' : 'written.fallback.message', parameters)}
    </Notice>
  );
}

/** The rewritten query, where earlier questions are needed to understand the question. */
export function RewrittenQuery({ search }: { search: string }) {
  const { t } = useTranslation('playground');
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('written.search')} <BidiText>{search}</BidiText>
    </Typography>
  );
}

/** What quotations are for, where no model writes the answers. */
export function QuotationsNote() {
  const { t } = useTranslation('playground');
  if (useModelAvailable('chat') !== false) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary', maxWidth: '70ch', marginBlockStart: 1.5 }}>
      {t('quotations')}
    </Typography>
  );
}

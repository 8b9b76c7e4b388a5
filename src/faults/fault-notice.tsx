import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { describeError } from '#src/api/describe-error.ts';
import { PaymentRequired, TooManyRequests } from '#src/api/errors.ts';
import { useConsumption } from '#src/api/gateway-context.tsx';
import { BidiText } from '#src/components/bidi-text.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { Notice } from '#src/components/notice.tsx';
import { paths } from '#src/paths.ts';
import { useRetryCountdown } from './use-retry-countdown.ts';

type FaultNoticeProps = {
  error: unknown;
  /** Repeats what failed; also run by itself when a countdown that a busy gateway asked for has ended. */
  onRetry?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
};

function QuotaFigure() {
  const { t } = useTranslation('faults');
  const consumption = useConsumption();
  if (consumption === undefined) return null;
  const { used, total } = consumption;
  return <div>{t('quotaFigure', { used, total, left: Math.max(0, total - used) })}</div>;
}

/** A failure in place, with what to do about it. It stays until it is dismissed or its cause is gone. */
export function FaultNotice({ error, onRetry, onDismiss }: FaultNoticeProps) {
  const { t } = useTranslation('faults');
  const { title, message, asSent, next, requestId, retryAfterSeconds } = describeError(error, t);
  const busy = error instanceof TooManyRequests && onRetry !== undefined;
  const seconds = useRetryCountdown(busy ? (retryAfterSeconds ?? 5) : undefined, error, onRetry);

  const retry =
    onRetry === undefined ? null : (
      <Button variant="outlined" size="small" onClick={onRetry}>
        {seconds === undefined ? t('next.retry') : t('next.retryNow')}
      </Button>
    );
  const step =
    next?.kind === 'connect' ? (
      <LinkButton variant="outlined" size="small" to={paths.connect()}>
        {next.label}
      </LinkButton>
    ) : next?.kind === 'quota' ? (
      <LinkButton variant="outlined" size="small" to={`${paths.overview()}#quota`}>
        {next.label}
      </LinkButton>
    ) : null;
  const action =
    step === null && retry === null ? undefined : (
      <>
        {step}
        {retry}
      </>
    );
  return (
    <Notice
      severity={busy ? 'warning' : 'error'}
      title={title}
      {...(action === undefined ? {} : { action })}
      {...(onDismiss === undefined ? {} : { onDismiss })}
    >
      {asSent ? <BidiText>{message}</BidiText> : message}
      {error instanceof PaymentRequired ? <QuotaFigure /> : null}
      {seconds === undefined ? null : <div role="timer">{t('next.retryIn', { seconds })}</div>}
      {requestId !== undefined && asSent ? <div>{t('requestId', { id: requestId })}</div> : null}
    </Notice>
  );
}

import Button from '@mui/material/Button';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '#src/api/describe-error.ts';
import { PaymentRequired, TooManyRequests, Unauthorized } from '#src/api/errors.ts';
import { useConsumption } from '#src/api/gateway-context.tsx';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { Notice } from '#src/components/notice.tsx';
import { paths } from '#src/paths.ts';
import { RefusalToldContext } from './refusal-context.ts';
import { useRetryCountdown } from './use-retry-countdown.ts';

type FaultNoticeProps = {
  error: unknown;
  /** Repeats what failed; also run by itself when a countdown that a busy gateway asked for has ended. */
  onRetry?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
};

/** The ledger that a refusal names, as the Usage page's address takes it. */
function ledgerOf(error: unknown): { ledger?: string } {
  const ledger = error instanceof PaymentRequired ? error.parameters['ledger'] : undefined;
  return typeof ledger === 'string' && ledger !== 'text' ? { ledger } : {};
}

/** Owners can raise a quota themselves. */
function RaiseQuota() {
  const { t } = useTranslation('faults');
  const may = useMay('changeBot');
  const offers = useOffers('changeBot');
  if (may !== true || offers !== true) return null;
  return (
    <LinkButton variant="outlined" size="small" to={paths.bots()}>
      {t('next.raise')}
    </LinkButton>
  );
}

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
  const told = use(RefusalToldContext) && error instanceof Unauthorized;
  const busy = error instanceof TooManyRequests && onRetry !== undefined;
  const seconds = useRetryCountdown(busy ? (retryAfterSeconds ?? 5) : undefined, error, onRetry);

  if (told) return null;
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
      <>
        <LinkButton variant="outlined" size="small" to={paths.usage(ledgerOf(error))}>
          {next.label}
        </LinkButton>
        <RaiseQuota />
      </>
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

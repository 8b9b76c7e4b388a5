import Button from '@mui/material/Button';
import { type ReactNode, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { TooManyRequests, Unauthorized } from '#src/api/transport/gateway-errors.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { KeyRejectionShownContext } from '#src/ui/key-rejection-context.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { canRetry, describeError } from './describe-error.ts';
import { QuotaFigures, QuotaRemedy } from './quota-remedy.tsx';
import { type PlannedRepeat, useRepeatCountdown } from './use-repeat-countdown.ts';

/** To where a person signs in again, and from there back to this page. */
function ConnectLink({ label, keyRejected }: { label: string; keyRejected: boolean }) {
  const { pathname, search } = useLocation();
  const next = `${pathname}${search}`;
  return (
    <LinkButton
      variant="outlined"
      size="small"
      to={paths.connect(keyRejected ? { next, reason: 'key' } : { next })}
    >
      {label}
    </LinkButton>
  );
}

type FaultNoticeProps = {
  /** Null or undefined: no failure, no notice. */
  error: unknown;
  /** Repeats what failed; offered only where a repeat may succeed. */
  onRetry?: (() => void) | undefined;
  /** Of a call that is to be repeated by itself: shown as a countdown. */
  planned?: PlannedRepeat | undefined;
  onDismiss?: (() => void) | undefined;
  /** What else helps: first among the actions. */
  remedies?: ReactNode;
};

/** Whether another key has taken the place of the one that was refused: signing in is then no remedy any more. */
function useKeyReplaced(error: unknown): boolean {
  const key = useConnections().current()?.key;
  const [failure, setFailure] = useState({ error, key });
  if (failure.error !== error) setFailure({ error, key });
  return error instanceof Unauthorized && failure.error === error && failure.key !== key;
}

/** A failure with its remedy, shown in place until dismissed or until the cause is gone. */
export function FaultNotice(props: FaultNoticeProps) {
  return props.error === null || props.error === undefined ? null : <Fault {...props} />;
}

function Fault({ error, onRetry, planned, onDismiss, remedies = null }: FaultNoticeProps) {
  const { t } = useTranslation(['faults', 'common']);
  const { title, message, verbatim, next, requestId, details } = describeError(error, t);
  const shownElsewhere = use(KeyRejectionShownContext) && error instanceof Unauthorized;
  const isOver = useKeyReplaced(error);
  const busy = error instanceof TooManyRequests && onRetry !== undefined;
  const seconds = useRepeatCountdown(planned);

  if (shownElsewhere || isOver) return null;
  const retry =
    onRetry === undefined || !canRetry(error) ? null : (
      <>
        <Button variant="outlined" size="small" onClick={onRetry}>
          {seconds === undefined ? t('next.retry') : t('next.retryNow')}
        </Button>
        {seconds === undefined ? null : (
          <Button size="small" onClick={planned?.onCancel}>
            {t('common:cancel')}
          </Button>
        )}
      </>
    );
  const nextStep =
    next?.kind === 'connect' ? (
      <ConnectLink label={next.label} keyRejected={error instanceof Unauthorized} />
    ) : next?.kind === 'quota' ? (
      <QuotaRemedy error={error} />
    ) : null;
  const action =
    nextStep === null && retry === null && remedies === null ? undefined : (
      <>
        {remedies}
        {nextStep}
        {retry}
      </>
    );
  return (
    <Notice severity={busy ? 'warning' : 'error'} title={title} action={action} onDismiss={onDismiss}>
      {verbatim ? <BidiText>{message}</BidiText> : message}
      <QuotaFigures error={error} />
      {seconds === undefined ? null : <div role="timer">{t('next.retryIn', { seconds })}</div>}
      {details === undefined ? null : (
        <details>
          <summary>{t('details')}</summary>
          <MonoText>{details}</MonoText>
        </details>
      )}
      {requestId !== undefined && verbatim ? <div>{t('requestId', { id: requestId })}</div> : null}
    </Notice>
  );
}

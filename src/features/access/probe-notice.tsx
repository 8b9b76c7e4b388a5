import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ProbeResult } from '#src/api/client/probe-connection.ts';
import {
  BlockedByCspError,
  CorsRefusedError,
  TooManyRequests,
  UnreachableError,
} from '#src/api/transport/gateway-errors.ts';
import { describeError } from '#src/ui/fault/describe-error.ts';
import { Notice } from '#src/ui/notice.tsx';

type ProbeNoticeProps = {
  failure: Extract<ProbeResult, { ok: false }>;
  baseUrl: string;
  /** Uses the model family that the gateway announces. */
  onFamily: (family: string) => void;
  onSaveAnyway: () => void;
  onDismiss: () => void;
};

/** Which part of the connection is wrong, and what to do. */
export function ProbeNotice({ failure, baseUrl, onFamily, onSaveAnyway, onDismiss }: ProbeNoticeProps) {
  const { t } = useTranslation('connect');
  const { t: tFaults } = useTranslation('faults');
  const { part, error, announcedFamily } = failure;
  // After too many attempts the gateway checks none for some seconds: the part may be right.
  const isBusy = error instanceof TooManyRequests;

  if (part === 'modelFamily') {
    return (
      <Notice
        severity="warning"
        title={t('wrong.modelFamily')}
        onDismiss={onDismiss}
        action={
          <>
            {announcedFamily === undefined ? null : (
              <Button variant="outlined" size="small" onClick={() => onFamily(announcedFamily)}>
                {t('advice.useFamily', { family: announcedFamily })}
              </Button>
            )}
            <Button size="small" onClick={onSaveAnyway}>
              {t('anyway')}
            </Button>
          </>
        }
      >
        {t('advice.modelFamily')}
        {announcedFamily === undefined ? null : ` ${t('advice.modelFamilyIs', { family: announcedFamily })}`}
      </Notice>
    );
  }
  if (part === 'key' || part === 'bot') {
    return (
      <Notice severity="error" title={t(`wrong.${part}`)} onDismiss={onDismiss}>
        {isBusy ? describeError(error, tFaults).message : t(`advice.${part}`)}
      </Notice>
    );
  }
  const isBlocked = error instanceof BlockedByCspError;
  const isUnreachable = error instanceof UnreachableError;
  const title = isBlocked
    ? 'wrong.baseUrlBlocked'
    : error instanceof CorsRefusedError
      ? 'wrong.baseUrlRefused'
      : isUnreachable
        ? 'wrong.baseUrlUnreachable'
        : 'wrong.baseUrl';
  return (
    <Notice severity="error" title={t(title)} onDismiss={onDismiss}>
      {isBlocked || isUnreachable
        ? describeError(error, tFaults).message
        : t('advice.notGateway', { baseUrl })}
    </Notice>
  );
}

import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { describeError } from '#src/api/describe-error.ts';
import { BlockedByPolicy, TooManyRequests, Unreachable } from '#src/api/errors.ts';
import type { ProbeResult } from '#src/api/probe.ts';
import { Notice } from '#src/components/notice.tsx';

type ProbeNoticeProps = {
  refusal: Extract<ProbeResult, { ok: false }>;
  baseUrl: string;
  /** Takes the family that the gateway announces. */
  onFamily: (family: string) => void;
  onAnyway: () => void;
  onDismiss: () => void;
};

/** Which part of the connection is wrong, and what the others are worth. */
export function ProbeNotice({ refusal, baseUrl, onFamily, onAnyway, onDismiss }: ProbeNoticeProps) {
  const { t } = useTranslation('connect');
  const { t: words } = useTranslation('faults');
  const { part, error, announcedFamily } = refusal;
  // Not that it is wrong, but that no more are looked at for some seconds.
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
            <Button size="small" onClick={onAnyway}>
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
        {isBusy ? describeError(error, words).message : t(`advice.${part}`)}
      </Notice>
    );
  }
  const blocked = error instanceof BlockedByPolicy;
  const silent = error instanceof Unreachable;
  const title = blocked ? 'wrong.baseUrlBlocked' : silent ? 'wrong.baseUrlUnreachable' : 'wrong.baseUrl';
  return (
    <Notice severity="error" title={t(title)} onDismiss={onDismiss}>
      {blocked || silent ? describeError(error, words).message : t('advice.notGateway', { baseUrl })}
    </Notice>
  );
}

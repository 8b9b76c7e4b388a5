import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { roundDuration } from '#src/ui/round-duration.ts';
import { TextDate } from '#src/ui/text-date.tsx';
import { type DetailedStatus, isReadyStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { Reasons, type Repair } from './reasons.tsx';

type StatusLineProps = {
  ref: RefObject<HTMLDivElement | null>;
  status: DetailedStatus | number;
  details: UnitDetails | null;
  pollingPaused: boolean;
  onRefresh: () => void;
  repair: Repair | undefined;
};

/** The status in words; none where the date of the text says it. */
function useStatusText(
  status: DetailedStatus | number,
  details: UnitDetails | null,
  readOn: string | null | undefined,
): string {
  const { t } = useTranslation('unit');
  const state = details?.state;
  if (typeof status === 'number') return t('status.unknown');
  if (status === 'waiting' && state?.position) return t('status.waitingAt', { position: state.position });
  if (status === 'indexing' && state?.picture) return t('status.pictures', state.picture);
  if (status === 'indexing' && state?.stage) return t(`status.${state.stage}`);
  if (status === 'ready' && readOn) return '';
  if (status === 'failed' && details !== null && !state?.reason) return t('status.failedSources');
  return t(`status.${status}`, { count: state?.failedSources ?? 0 });
}

/** What the status means for answers from the unit. */
export function StatusLine(props: StatusLineProps) {
  const { ref, status, details, pollingPaused, onRefresh, repair } = props;
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const state = details?.state;
  const secondsLeft = status === 'indexing' || status === 'waiting' ? state?.secondsLeft : undefined;
  const leftText =
    typeof secondsLeft === 'number'
      ? ` ${t('status.left', { time: formats.duration(roundDuration(secondsLeft * 1000)) })}`
      : '';
  const earlier = state?.earlierIndex ?? null;
  const date = earlier?.readOn ? formats.date(earlier.readOn) : undefined;
  const isEarlier =
    earlier !== null || (details !== null && details.sections.length > 0 && !isReadyStatus(status));
  const answersText = !isEarlier
    ? ''
    : date === undefined
      ? t(earlier?.ofFormerSources ? 'status.answersFormerSources' : 'status.again')
      : t(earlier?.ofFormerSources ? 'status.answersFormer' : 'status.answersAsOf', { date });
  const readOn = isReadyStatus(status) && earlier === null ? state?.readOn : undefined;
  const reason = status === 'failed' || status === 'waiting' ? state?.reason : state?.failure?.reason;
  const statusText = useStatusText(status, details, readOn);
  return (
    <Typography
      ref={ref}
      tabIndex={-1}
      component="div"
      variant="body2"
      role="status"
      sx={{ color: 'text.secondary' }}
    >
      {statusText}
      {statusText !== '' && readOn ? ' ' : null}
      <TextDate readOn={readOn} form="moment" />
      {leftText}
      {answersText === '' ? '' : ` ${answersText}`}
      {reason ? (
        <Reasons
          reasons={[reason]}
          tone={status === 'failed' ? 'brick' : 'saffron'}
          repair={status === 'waiting' ? undefined : repair}
        />
      ) : null}
      {pollingPaused ? (
        <>
          {' '}
          {t('status.resting')}{' '}
          <Button size="small" onClick={onRefresh}>
            {t('status.look')}
          </Button>
        </>
      ) : null}
    </Typography>
  );
}

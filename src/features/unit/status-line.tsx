import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { StatusWord } from '#contract/source-status.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import { Reasons } from './reasons.tsx';

type StatusLineProps = {
  status: StatusWord | number;
  details: UnitDetails | null;
  resting: boolean;
  onLook: () => void;
};

/** What the status means for whoever wants answers from the unit. */
export function StatusLine({ status, details, resting, onLook }: StatusLineProps) {
  const { t } = useTranslation('unit');
  const state = details?.state;
  const again =
    details !== null && details.sections.length > 0 && status !== 'ready' ? ` ${t('status.again')}` : '';
  const words =
    typeof status === 'number'
      ? t('status.unknown')
      : status === 'waiting' && state?.position
        ? t('status.waitingAt', { position: state.position })
        : status === 'indexing' && state?.picture
          ? t('status.pictures', state.picture)
          : status === 'indexing' && state?.stage
            ? t(`status.${state.stage}`)
            : t(`status.${status}`);
  return (
    <Typography component="div" variant="body2" role="status" sx={{ color: 'text.secondary' }}>
      {words}
      {again}
      {status === 'failed' && state?.reason ? <Reasons reasons={[state.reason]} tone="brick" /> : null}
      {resting ? (
        <>
          {' '}
          {t('status.resting')}{' '}
          <Button size="small" onClick={onLook}>
            {t('status.look')}
          </Button>
        </>
      ) : null}
    </Typography>
  );
}

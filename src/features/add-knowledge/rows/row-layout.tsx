import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { QuotaRemedy } from '#src/ui/fault/quota-remedy.tsx';
import { useRepeatCountdown } from '#src/ui/fault/use-repeat-countdown.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { KnownActions } from './known-actions.tsx';
import type { RowActions } from './row-actions.ts';
import { isTitleConflict, type UnitDraftState } from './row-status.tsx';

type RowLayoutProps = {
  icon: ReactNode;
  /** Title over file name. */
  identity: ReactNode;
  status: ReactNode;
  /** Progress, problem or description. */
  detail: ReactNode;
  /** The problem's own action. */
  action?: ReactNode;
  remove?: ReactNode;
  failed?: boolean;
};

/** One row of the list: in columns on wide screens, stacked on phones. */
export function RowLayout({
  icon,
  identity,
  status,
  detail,
  action,
  remove,
  failed = false,
}: RowLayoutProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: '24px minmax(0, 1fr) 40px',
          md: '24px minmax(0, 1.4fr) minmax(150px, 0.6fr) minmax(0, 1.6fr) 40px',
        },
        gridTemplateAreas: {
          xs: '"icon identity remove" ". status status" ". detail detail"',
          md: '"icon identity status detail remove"',
        },
        alignItems: 'center',
        columnGap: { xs: 1.5, md: 2 },
        rowGap: 0.5,
        minHeight: 64,
        paddingBlock: 1,
        paddingInline: 1.5,
        marginInline: { xs: 0, md: -1.5 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: failed ? 'brick.wash' : undefined,
      }}
    >
      <Box sx={{ gridArea: 'icon', display: 'flex', color: 'text.secondary' }}>{icon}</Box>
      <Box sx={{ gridArea: 'identity', minWidth: 0 }}>{identity}</Box>
      <Box sx={{ gridArea: 'status', minWidth: 0 }}>{status}</Box>
      <Box
        sx={{
          gridArea: 'detail',
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 1.5,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 'min(100%, 200px)', typography: 'body2' }}>{detail}</Box>
        {action}
      </Box>
      <Box sx={{ gridArea: 'remove', display: 'flex', justifyContent: 'flex-end' }}>{remove}</Box>
    </Box>
  );
}

type UnitActionProps = UnitDraftState & { unitKey: string; name: string; actions: RowActions };

/** The step that resolves a taken title or a failed registration. */
export function UnitAction(props: UnitActionProps) {
  const { unitKey, name, status, conflictingUnitId, registration, match, actions } = props;
  const { t } = useTranslation('add');
  if (match !== undefined && (status === 'known' || status === 'titleTaken'))
    return <KnownActions unitKey={unitKey} name={name} match={match} actions={actions} />;
  if (status === 'unreadable')
    return (
      <RowButton
        label={t('dry.insist')}
        name={`${t('dry.insist')}: ${name}`}
        onClick={() => actions.insist(unitKey)}
      />
    );
  if (status === 'notReplaced')
    return <RowButton label={t('action.retry')} onClick={() => actions.onTextChange(unitKey)} />;
  if (isTitleConflict(status)) {
    return (
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        {conflictingUnitId === undefined ? null : (
          <LinkButton size="small" to={paths.unit(conflictingUnitId)}>
            {t('action.openUnit')}
          </LinkButton>
        )}
        <RowButton label={t('action.anotherTitle')} onClick={() => actions.suggestTitle(unitKey)} />
      </Box>
    );
  }
  if (status !== 'notRegistered') return null;
  const failed = registration?.step === 'failed' ? registration : undefined;
  return (
    <RetryAction
      error={failed?.error}
      repeatAt={failed?.repeatAt}
      onRetry={() => actions.register(unitKey)}
      onRepeat={() => actions.register(unitKey, (failed?.repeats ?? 0) + 1)}
      onCancel={() => actions.stopRepeat(unitKey)}
    />
  );
}

type RetryActionProps = {
  error: unknown;
  /** When it is tried again by itself, in milliseconds since the epoch; undefined: not by itself. */
  repeatAt: number | undefined;
  onRetry: () => void;
  onRepeat: () => void;
  onCancel: () => void;
};

/** What helps, and trying again; where a busy gateway is to be asked again by itself, with a countdown that can be cancelled. */
export function RetryAction({ error, repeatAt, onRetry, onRepeat, onCancel }: RetryActionProps) {
  const { t } = useTranslation(['add', 'faults', 'common']);
  const seconds = useRepeatCountdown(
    repeatAt === undefined ? undefined : { at: repeatAt, onRepeat, onCancel },
  );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {seconds === undefined ? null : (
        <>
          <Box component="span" role="timer" sx={{ typography: 'body2' }}>
            {t('faults:next.retryIn', { seconds })}
          </Box>
          <Button size="small" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        </>
      )}
      <QuotaRemedy error={error} />
      <RowButton label={t('action.retry')} onClick={onRetry} />
    </Box>
  );
}

type RowButtonProps = { label: string; name?: string; onClick: () => void };

export function RowButton({ label, name, onClick }: RowButtonProps) {
  return (
    <Button variant="outlined" size="small" aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
}

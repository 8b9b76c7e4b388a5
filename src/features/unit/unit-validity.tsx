import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setUnitAvailability } from '#contract/operations/units.ts';
import type { UnitAvailability, UnitValidity } from '#contract/unit-states.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { isUnavailable, switched, useValidityMoments } from '#src/ui/unit/availability.ts';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { ValidityDialog } from './validity-dialog.tsx';

/** Switching a unit off and on, and the dialog for its dates; `canChange` is false where the gateway or the role forbids it. */
export function useUnitValidity(id: number, validity: UnitAvailability | undefined) {
  const canUse = useCanUse(setUnitAvailability);
  const [editing, setEditing] = useState(false);
  const change = useGatewayMutation(
    (gateway, body: UnitValidity) => gateway.call(setUnitAvailability, { params: { knowledgeId: id }, body }),
    { changes: ['unit', 'units'] },
  );
  return {
    validity,
    canChange: canUse && validity !== undefined,
    change,
    switchTo: (off: boolean) => validity && change.mutate(switched(validity, off)),
    editing,
    edit: () => setEditing(true),
    close: () => {
      change.reset();
      setEditing(false);
    },
  };
}
type UnitValidityState = ReturnType<typeof useUnitValidity>;

/** Says why the unit is in no answer, with the way back, and shows the dialog for its dates. */
export function UnitValidityNotice({ state }: { state: UnitValidityState }) {
  const { t } = useTranslation(['unit', 'terms']);
  const { first, last } = useValidityMoments();
  const { validity, canChange, change, switchTo, editing, edit, close } = state;
  // The button goes with the notice.
  const box = useFocusIfLost(change.isSuccess && !isUnavailable(validity) ? true : undefined);
  if (validity === undefined) return null;
  const { availability, validFrom, validUntil } = validity;
  const isOff = availability === 'off';
  const action = isOff ? (
    <BusyButton size="small" variant="outlined" busy={change.isPending} onClick={() => switchTo(false)}>
      {t('terms:availability.switchOn')}
    </BusyButton>
  ) : (
    <Button size="small" variant="outlined" onClick={edit}>
      {t('validity.change')}
    </Button>
  );
  return (
    <Box
      ref={box}
      tabIndex={-1}
      sx={{ paddingInline: pagePadding, display: 'grid', gap: 1.5, '&:not(:empty)': { paddingBlock: 2 } }}
    >
      {availability === 'on' ? null : (
        <Notice
          severity="warning"
          title={t(`validity.title.${availability}`)}
          action={canChange ? action : undefined}
        >
          {t(`validity.text.${availability}`, {
            date: availability === 'expired' ? last(validUntil) : first(validFrom),
          })}
        </Notice>
      )}
      <FaultNotice error={editing ? null : change.error} onDismiss={change.reset} />
      {editing ? <ValidityDialog current={validity} change={change} onClose={close} /> : null}
    </Box>
  );
}

/** Until when a unit is in answers, where that is said; a notice says why it is in none. */
export function ValidUntil({ validity }: { validity: UnitAvailability | undefined }) {
  const { t } = useTranslation('terms');
  const { last } = useValidityMoments();
  if (!validity?.validUntil || isUnavailable(validity)) return null;
  return <div>{t('availability.until', { date: last(validity.validUntil) })}</div>;
}

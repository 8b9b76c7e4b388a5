import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { setUnitOwner } from '#contract/operations/units.ts';
import type { PersonRef } from '#contract/session.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { OwnerMenu } from '#src/ui/people/owner-menu.tsx';

/** Who keeps the text of a unit right, and the choice of another person. */
export function UnitOwner({ id, owner }: { id: number; owner: PersonRef | null }) {
  const { t } = useTranslation('terms');
  const canChange = useCanUse(setUnitOwner);
  const change = useGatewayMutation(
    (gateway, personId: string | null) =>
      gateway.call(setUnitOwner, { params: { knowledgeId: id }, body: { personId } }),
    { changes: ['unit', 'units'] },
  );
  const label = t('owner.of', { name: owner?.name ?? t('owner.nobody') });
  if (!canChange) return owner === null ? null : <div>{label}</div>;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1 }}>
      <OwnerMenu
        label={label}
        variant="text"
        value={owner?.id ?? null}
        busy={change.isPending}
        onChoose={change.mutate}
      />
      <FaultNotice error={change.error} onDismiss={change.reset} />
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { knowledgeSummary, withdrawAcceptance } from '#contract/operations/units.ts';
import { type AccidentCode, isAccident } from '#contract/reasons.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { SourceEntryView } from './source-entry.tsx';

/** The kinds of changes that are taken of an address without a question; each can be withdrawn. */
export function AcceptedKinds({ unitId, source }: { unitId: number; source: SourceEntryView }) {
  const { t } = useTranslation('unit');
  const canWithdraw = useCanUse(withdrawAcceptance);
  const withdraw = useGatewayMutation(
    (gateway, accident: AccidentCode) =>
      gateway.call(withdrawAcceptance, { params: { knowledgeId: unitId, sourceId: source.id, accident } }),
    { changes: ['unit', 'units', knowledgeSummary.id] },
  );
  return (
    <>
      <FaultNotice error={withdraw.error} onDismiss={withdraw.reset} />
      {(source.acceptedAlways ?? []).filter(isAccident).map((code) => (
        <Box key={code} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('held.accepted', { kind: t(`held.kind.${code}`) })}
          </Typography>
          {canWithdraw ? (
            <BusyButton
              size="small"
              busy={withdraw.isPending && withdraw.variables === code}
              onClick={() => withdraw.mutate(code)}
            >
              {t('held.withdraw')}
            </BusyButton>
          ) : null}
        </Box>
      ))}
    </>
  );
}

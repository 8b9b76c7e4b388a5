import { useTranslation } from 'react-i18next';
import { countOlderReadings, readWithNewReader } from '#contract/operations/readings.ts';
import { knowledgeSummary } from '#contract/operations/units.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useOffers } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Offers to read again what an older reader read; nothing where there is none, or the key may not. */
export function OlderReadings() {
  const { t } = useTranslation('knowledge');
  const isOffered = useOffers()(readWithNewReader) !== undefined;
  const units = useRead(countOlderReadings, undefined, { enabled: isOffered }).data?.units ?? 0;
  const reading = useGatewayMutation(
    async (gateway) => {
      for (let isMore = true; isMore; ) {
        const { queued, remaining } = await gateway.call(readWithNewReader);
        isMore = queued > 0 && remaining > 0;
      }
    },
    { changes: [countOlderReadings.id, 'units', knowledgeSummary.id], rereads: () => true },
  );
  if (!isOffered || units === 0) return null;
  return (
    <>
      <FaultNotice error={reading.error} onDismiss={reading.reset} />
      <Notice
        severity="info"
        title={t('newReader.title', { count: units })}
        action={
          <BusyButton
            size="small"
            variant="outlined"
            busy={reading.isPending}
            onClick={() => reading.mutate()}
          >
            {t('newReader.read')}
          </BusyButton>
        }
      >
        {t('newReader.text')}
      </Notice>
    </>
  );
}

import Pause from 'virtual:lucide/pause';
import Play from 'virtual:lucide/play';
import { useTranslation } from 'react-i18next';
import { listKeys, pauseKey } from '#contract/operations/keys.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { FaultMessage } from './fault-message.tsx';

/** Pauses a key with its family, or resumes it. */
export const usePauseKey = () =>
  useGatewayMutation(
    (gateway, { id, paused }: { id: string; paused: boolean }) =>
      gateway.call(pauseKey, { params: { keyId: id }, body: { paused } }),
    { changes: [listKeys.id] },
  );

/** A button that stops a key at once; absent for the key of this browser and for those who may not. */
export function PauseKey({ keyId }: { keyId: string }) {
  const { t } = useTranslation('spending');
  const canPause = useCanUse(pauseKey);
  const { data } = useRead(listKeys, undefined, { enabled: canPause });
  const pausing = usePauseKey();
  const view = data?.items.find(
    ({ id, family = id, rotatedOn }) => (id === keyId || family === keyId) && rotatedOn === null,
  );
  if (!canPause || view === undefined || !view.manageable || view.current) return null;
  const paused = view.pausedOn != null;
  return (
    <>
      <BusyButton
        size="small"
        variant="outlined"
        color={paused ? 'primary' : 'error'}
        startIcon={paused ? <Play size={16} /> : <Pause size={16} />}
        busy={pausing.isPending}
        onClick={() => pausing.mutate({ id: view.id, paused: !paused })}
      >
        {t(paused ? 'key.resume' : 'key.pause')}
      </BusyButton>
      <SmallText role="status">
        {pausing.error ? <FaultMessage error={pausing.error} /> : null}
        {paused ? t('key.paused', { name: view.name }) : null}
      </SmallText>
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Typography from '@mui/material/Typography';
import type { KeyView } from '#contract/session.ts';
import { Forbidden } from '#src/api/errors.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { KeyList } from './key-list.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The keys that open this gateway, for owners; absent where the gateway does not manage keys. */
export function KeySettings() {
  const { t } = useTranslation('settings');
  const gateway = useGateway();
  const connection = useConnection();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const [asked, setAsked] = useState<KeyView>();
  const keys = useQuery({ queryKey: ['keys', connection.id], queryFn: () => gateway.keys.list() });
  const revoking = useMutation({
    mutationFn: (key: KeyView) => gateway.keys.revoke(key.id),
    onSuccess: async (_, key) => {
      if (key.current) return signOut();
      return queryClient.invalidateQueries({ queryKey: ['keys', connection.id] });
    },
    onSettled: () => setAsked(undefined),
  });
  if (keys.data === null) return null;
  return (
    <SettingsSection title={t('keys.title')} text={t('keys.text')}>
      {revoking.error === null ? null : <FaultNotice error={revoking.error} onDismiss={revoking.reset} />}
      {keys.error instanceof Forbidden ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('keys.onlyOwners')}</Typography>
      ) : keys.error !== null ? (
        <FaultNotice error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data === undefined ? (
        <SkeletonRows rows={2} />
      ) : (
        <KeyList keys={keys.data} onRevoke={setAsked} />
      )}
      <RevokeDialog
        asked={asked}
        busy={revoking.isPending}
        onConfirm={(key) => revoking.mutate(key)}
        onClose={() => setAsked(undefined)}
      />
    </SettingsSection>
  );
}

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useRevokeKey } from './use-keys.ts';

type RevokeDialogProps = {
  asked: KeyView | undefined;
  onRevoked: (view: KeyView) => void;
  onClose: () => void;
};

/** Asks before a key ends, and says whom it may hit: when it was last used. A refusal is explained here, in place. */
export function RevokeDialog({ asked, onRevoked, onClose }: RevokeDialogProps) {
  const { t } = useTranslation(['keys', 'common']);
  const formats = useFormats();
  const headingId = useId();
  const revoking = useRevokeKey();
  const close = () => {
    revoking.reset();
    onClose();
  };
  return (
    <Dialog
      open={asked !== undefined}
      onClose={revoking.isPending ? () => {} : close}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={headingId}>{t('revocation.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <BidiText>{asked?.name}</BidiText>{' '}
          <MonoText sx={{ color: 'text.tertiary' }}>{`${asked?.prefix ?? ''}…`}</MonoText>
        </Typography>
        <Typography>
          {asked?.lastUsedOn == null
            ? t('revocation.neverUsed')
            : t('revocation.used', { when: formats.moment(asked.lastUsedOn) })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('revocation.text')}</Typography>
        {asked?.current === true ? <Typography>{t('revocation.current')}</Typography> : null}
        {revoking.error ? <FaultNotice error={revoking.error} onDismiss={revoking.reset} /> : null}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={close} disabled={revoking.isPending} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={revoking.isPending}
          onClick={() => {
            if (asked !== undefined) revoking.mutate(asked, { onSuccess: () => onRevoked(asked) });
          }}
        >
          {t('revoke')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

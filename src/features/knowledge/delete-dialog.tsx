import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import type { UnitActionState } from './use-unit-actions.ts';

const DAYS_IN_BIN = 30;

/** Asks before units leave every answer; they can be brought back, so a click is enough. */
export function DeleteDialog({ asked, busy, confirm, cancel }: UnitActionState) {
  const { t } = useTranslation(['knowledge', 'common']);
  const headingId = useId();
  const count = asked.length;
  return (
    <Dialog
      open={count > 0}
      onClose={busy ? () => {} : cancel}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={headingId}>{t('deleteTitle', { count })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography
          component="ul"
          sx={{ margin: 0, paddingInlineStart: 2.5, maxHeight: 200, overflowY: 'auto' }}
        >
          {asked.map(({ id, title }) => (
            <li key={id}>
              <BidiText>{title}</BidiText>
            </li>
          ))}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('deleteText', { days: DAYS_IN_BIN })}</Typography>
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={cancel} disabled={busy} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button variant="contained" color="error" loading={busy} onClick={() => void confirm()}>
          {t('common:delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

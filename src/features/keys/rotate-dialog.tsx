import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeKey } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { FieldSet } from '#src/components/field-set.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useRotateKey } from './use-keys.ts';

/** Hours that the old key stays good. */
const OVERLAPS = [0, 1, 24, 168, 720] as const;

type RotateDialogProps = {
  asked: KeyView | undefined;
  onMade: (made: MadeKey, taken: boolean) => void;
  onClose: () => void;
};

export function RotateDialog({ asked, onMade, onClose }: RotateDialogProps) {
  const { t } = useTranslation(['keys', 'common']);
  const headingId = useId();
  const [hours, setHours] = useState<number>(24);
  const rotation = useRotateKey();
  const close = () => {
    rotation.reset();
    onClose();
  };
  return (
    <Dialog
      open={asked !== undefined}
      onClose={rotation.isPending ? () => {} : close}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={headingId}>{t('rotation.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <BidiText>{asked?.name}</BidiText>
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('rotation.text')}</Typography>
        <FieldSet label={t('rotation.overlap')}>
          <RadioGroup
            aria-label={t('rotation.overlap')}
            value={hours}
            onChange={(_, value) => setHours(Number(value))}
          >
            {OVERLAPS.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio sx={{ paddingBlock: 0.5 }} />}
                label={t(`rotation.at${one}`, { days: 30 })}
              />
            ))}
          </RadioGroup>
        </FieldSet>
        {asked?.current === true ? <Typography>{t('rotation.current')}</Typography> : null}
        {rotation.error ? <FaultNotice error={rotation.error} onDismiss={rotation.reset} /> : null}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={close} disabled={rotation.isPending}>
          {t('common:cancel')}
        </Button>
        <Button
          variant="contained"
          loading={rotation.isPending}
          onClick={() => {
            if (asked === undefined) return;
            rotation.mutate(
              { view: asked, overlapHours: hours },
              {
                onSuccess: (made) => {
                  onMade(made, asked.current);
                  rotation.reset();
                },
              },
            );
          }}
        >
          {t('rotation.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

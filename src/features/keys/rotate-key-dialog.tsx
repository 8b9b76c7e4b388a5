import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedKey } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { useRotateKey } from './use-keys.ts';

/** Hours for which the old key stays valid. */
const OVERLAP_HOURS = [0, 1, 24, 168, 720] as const;

type RotateKeyDialogProps = {
  keyView: KeyView | undefined;
  onRotated: (created: CreatedKey, taken: boolean) => void;
  onClose: () => void;
};

export function RotateKeyDialog({ keyView, onRotated, onClose }: RotateKeyDialogProps) {
  const { t } = useTranslation('keys');
  const [hours, setHours] = useState<number>(24);
  const rotation = useRotateKey();
  const rotate = () => {
    if (keyView === undefined) return;
    rotation.mutate(
      { view: keyView, overlapHours: hours },
      {
        onSuccess: (created) => {
          onRotated(created, keyView.current);
          rotation.reset();
        },
      },
    );
  };
  return (
    <ConfirmMutation
      open={keyView !== undefined}
      title={t('rotation.title')}
      subject={<BidiText>{keyView?.name}</BidiText>}
      confirmLabel={t('rotation.submit')}
      destructive={false}
      mutation={rotation}
      onConfirm={rotate}
      onClose={onClose}
    >
      <Typography sx={{ marginBlockEnd: 1 }}>{t('rotation.text')}</Typography>
      <FieldSet label={t('rotation.overlap')}>
        <RadioGroup
          aria-label={t('rotation.overlap')}
          value={hours}
          onChange={(_, value) => setHours(Number(value))}
          sx={{ color: 'text.primary' }}
        >
          {OVERLAP_HOURS.map((option) => (
            <FormControlLabel
              key={option}
              value={option}
              control={<Radio sx={{ paddingBlock: 0.5 }} />}
              label={t(`rotation.at${option}`, { days: 30 })}
            />
          ))}
        </RadioGroup>
      </FieldSet>
      {keyView?.current === true ? (
        <Typography sx={{ color: 'text.primary' }}>{t('rotation.current')}</Typography>
      ) : null}
    </ConfirmMutation>
  );
}

import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type HandsFreeSwitchProps = {
  /** False where the run starts with a typed question. */
  withSpeech?: boolean;
  handsFree: boolean;
  onChange: (handsFree: boolean) => void;
};

/** Whether each step starts by itself when the one before is done. */
export function HandsFreeSwitch({ withSpeech = true, handsFree, onChange }: HandsFreeSwitchProps) {
  const { t } = useTranslation('voice');
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        label={t('run.onward')}
        control={
          <Switch
            checked={handsFree}
            onChange={(_, next) => onChange(next)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
      />
      <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary' }}>
        {t(withSpeech ? 'run.onwardHint' : 'run.onwardTypedHint')}
      </Typography>
    </div>
  );
}

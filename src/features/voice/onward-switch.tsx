import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type OnwardSwitchProps = {
  /** Whether it begins with speech, or with a typed question. */
  spoken?: boolean;
  onward: boolean;
  onChange: (onward: boolean) => void;
};

/** Whether the path goes on by itself from what is said to what is spoken. */
export function OnwardSwitch({ spoken = true, onward, onChange }: OnwardSwitchProps) {
  const { t } = useTranslation('voice');
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        label={t('run.onward')}
        control={
          <Switch
            checked={onward}
            onChange={(_, next) => onChange(next)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
      />
      <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary' }}>
        {t(spoken ? 'run.onwardHint' : 'run.onwardTypedHint')}
      </Typography>
    </div>
  );
}

import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type ChoiceFieldProps<Value extends string> = {
  name: 'UpdateGlobal' | 'streamed' | 'answerer';
  /** The interface's own name for it, where it has one. */
  wireName: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  inert: string | undefined;
  onChange: (value: Value) => void;
};

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { name, wireName, value, options, inert, onChange } = props;
  const { t } = useTranslation('playground');
  const labelId = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography id={labelId} sx={{ fontWeight: 600 }}>
        {t(`settings.names.${name}`)}{' '}
        <Box component="bdi" dir="ltr" sx={{ typography: 'mono', color: 'text.tertiary' }}>
          {wireName}
        </Box>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`settings.help.${name}`)}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value}
        aria-labelledby={labelId}
        onChange={(_event, next: Value | null) => next !== null && onChange(next)}
      >
        {options.map((option) => (
          <ToggleButton key={option.value} value={option.value}>
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {inert === undefined ? null : (
        <Typography variant="caption" sx={{ color: 'saffron.ink' }}>
          {inert}
        </Typography>
      )}
    </Box>
  );
}

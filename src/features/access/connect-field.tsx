import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectValues, ProblemKey } from './connect-schema.ts';

export type TextName = Exclude<keyof ConnectValues, 'remember'>;

type ConnectFieldProps = {
  name: TextName;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  type?: 'text' | 'url' | 'password';
  placeholder?: string;
  /** A person's words, which take their own direction; everything else here runs left to right. */
  words?: boolean;
  disabled: boolean;
  /** What is wrong with the value in itself. */
  problem: ProblemKey | undefined;
  /** The gateway found this part wrong. */
  wrong: boolean;
};

/** One field of the form, with its help or its problem below it. */
export function ConnectField(props: ConnectFieldProps) {
  const { name, value, onChange, help, type = 'text', placeholder, words = false } = props;
  const { disabled, problem, wrong } = props;
  const { t } = useTranslation('connect');
  const id = useId();
  const text = problem === undefined ? help : t(problem);
  const invalid = problem !== undefined || wrong;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
        {t(name)}
      </Typography>
      <OutlinedInput
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        type={type === 'url' ? 'text' : type}
        placeholder={placeholder}
        autoComplete="off"
        readOnly={disabled}
        error={invalid}
        fullWidth
        inputProps={{
          dir: words ? 'auto' : 'ltr',
          spellCheck: words,
          autoCapitalize: 'none',
          inputMode: type === 'url' ? 'url' : undefined,
          'aria-invalid': invalid,
          'aria-describedby': text === undefined ? undefined : `${id}-text`,
        }}
      />
      {text === undefined ? null : (
        <FormHelperText id={`${id}-text`} error={problem !== undefined}>
          {text}
        </FormHelperText>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ConnectionPart } from '#src/api/probe.ts';
import type { ConnectValues, ProblemKey } from './connect-schema.ts';

type ConnectFieldProps = {
  form: UseFormReturn<ConnectValues>;
  name: Exclude<keyof ConnectValues, 'remember'>;
  help?: string;
  type?: 'text' | 'url' | 'password';
  placeholder?: string;
  autoComplete?: string;
  /** A person's words, which take their own direction; everything else here runs left to right. */
  words?: boolean;
  disabled: boolean;
  /** The part that the gateway found wrong. */
  wrong: ConnectionPart | undefined;
};

/** One field of the form, with its help or its problem below it. */
export function ConnectField(props: ConnectFieldProps) {
  const {
    form,
    name,
    help,
    type = 'text',
    placeholder,
    autoComplete = 'off',
    words = false,
    disabled,
    wrong,
  } = props;
  const { t } = useTranslation('connect');
  const id = useId();
  const problem = form.formState.errors[name]?.message as ProblemKey | undefined;
  const text = problem === undefined ? help : t(problem);
  const invalid = problem !== undefined || wrong === name;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
        {t(name)}
      </Typography>
      <OutlinedInput
        id={id}
        type={type === 'url' ? 'text' : type}
        placeholder={placeholder}
        autoComplete={autoComplete}
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
        {...form.register(name)}
      />
      {text === undefined ? null : (
        <FormHelperText id={`${id}-text`} error={problem !== undefined}>
          {text}
        </FormHelperText>
      )}
    </Box>
  );
}

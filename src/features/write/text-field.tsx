import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { type FieldPathByValue, useController } from 'react-hook-form';
import { inputDirection } from '#src/ui/input-direction.ts';
import type { TextValues } from './text-form.ts';

type WrittenFieldProps = Omit<TextFieldProps, 'name' | 'value' | 'onChange'> & {
  name: FieldPathByValue<TextValues, string>;
  /** In place of what the schema says is wrong. */
  problem?: ReactNode;
};

/** A field of the form; each line takes its own direction, and what is wrong is said below. */
export function WrittenField({ name, problem, helperText, sx, ...props }: WrittenFieldProps) {
  const { field, fieldState } = useController<TextValues>({ name });
  const { ref, ...control } = field;
  const wrong = problem ?? fieldState.error?.message;
  return (
    <TextField
      size="small"
      fullWidth
      {...props}
      {...control}
      inputRef={ref}
      error={wrong !== undefined}
      helperText={wrong ?? helperText}
      slotProps={{ htmlInput: { dir: inputDirection(control.value as string) } }}
      sx={[
        { '& textarea': { paddingInline: 1.5, unicodeBidi: 'plaintext', textAlign: 'start' } },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  );
}

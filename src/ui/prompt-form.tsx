import Box from '@mui/material/Box';
import InputBase, { type InputBaseProps } from '@mui/material/InputBase';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import type { KeyboardEvent, ReactNode } from 'react';
import { inputDirection } from './input-direction.ts';

type PromptFormProps = {
  /** Names the form where the page has more than one. */
  label?: string;
  inputLabel: string;
  value: string;
  canSubmit: boolean;
  /** Above the text. */
  before?: ReactNode;
  /** Controls below or beside the text, the submit button among them. */
  children: ReactNode;
  input?: Omit<InputBaseProps, 'value' | 'onChange' | 'onKeyDown' | 'sx'>;
  inputSx?: SystemStyleObject<Theme>;
  sx?: SystemStyleObject<Theme>;
  onChange: (value: string) => void;
  /** Hears a key before Enter sends the text. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onSubmit: () => void;
};

/** Text that is sent: a field that grows with it, where Enter sends and Shift+Enter begins a new line. */
export function PromptForm(props: PromptFormProps) {
  const { label, inputLabel, value, canSubmit, before, children, input, inputSx, sx } = props;
  const { onChange, onKeyDown, onSubmit } = props;
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (canSubmit) onSubmit();
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={submit}
      sx={{
        border: 1,
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus-within': {
          borderColor: 'primary.main',
          boxShadow: ({ palette }: Theme) => `0 0 0 1px ${palette.primary.main}`,
        },
        ...sx,
      }}
    >
      {before}
      <InputBase
        multiline
        maxRows={8}
        fullWidth
        {...input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          // Enter during word composition does not submit.
          if (event.nativeEvent.isComposing) return;
          onKeyDown?.(event);
          if (event.key === 'Enter' && !event.shiftKey) submit(event);
        }}
        inputProps={{ 'aria-label': inputLabel, dir: inputDirection(value), ...input?.inputProps }}
        sx={{
          paddingInline: 2,
          paddingBlock: 1.5,
          '& textarea:focus-visible': { outline: 'none' },
          '& ::placeholder': { color: 'text.tertiary', opacity: 1 },
          ...inputSx,
        }}
      />
      {children}
    </Box>
  );
}

import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { FieldSet } from '#src/ui/field-set.tsx';

type Option<Value extends string> = { value: Value; name: string };
type ChoiceFieldProps<Value extends string> = {
  label: string;
  hint?: ReactNode;
  value: Value;
  options: readonly Option<Value>[];
  disabled?: boolean;
  onChange: (value: Value) => void;
};

/** One of two or three values, side by side. */
export function ToggleField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, value, options, disabled = false, onChange } = props;
  return (
    <FieldSet label={label} hint={hint}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value}
        aria-label={label}
        disabled={disabled}
        onChange={(_event, next: Value | null) => next !== null && onChange(next)}
      >
        {options.map((option) => (
          <ToggleButton key={option.value} value={option.value}>
            {option.name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FieldSet>
  );
}

/** One of many values, from a list. */
export function SelectField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, value, options, disabled = false, onChange } = props;
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={value}
      disabled={disabled}
      helperText={hint}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </TextField>
  );
}

import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { latinDigits } from '#common/fold-text.ts';

type IntegerFieldProps = {
  label: string;
  /** Undefined: nothing was written; NaN: what was written is no number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** What is counted, after the figure. */
  unit?: string;
  error?: string | undefined;
  hint?: string;
  disabled?: boolean;
};

/** A whole number as people write it: in either digits, with or without separators. */
function parseInteger(text: string): number | undefined {
  const digits = latinDigits(text).replace(/[\s,٬_]/gu, '');
  if (digits === '') return undefined;
  return /^\d{1,15}$/u.test(digits) ? Number(digits) : Number.NaN;
}

/** A field for an amount that may stay empty. */
export function IntegerField(props: IntegerFieldProps) {
  const { label, value, onChange, unit, error, hint, disabled = false } = props;
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const [lastValue, setLastValue] = useState(value);
  if (!Object.is(lastValue, value)) {
    setLastValue(value);
    if (!Object.is(parseInteger(text), value)) setText(value === undefined ? '' : String(value));
  }
  return (
    <TextField
      label={label}
      size="small"
      disabled={disabled}
      value={text}
      error={error !== undefined}
      helperText={error ?? hint}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        setLastValue(parseInteger(next));
        onChange(parseInteger(next));
      }}
      slotProps={{
        htmlInput: { inputMode: 'numeric', dir: 'ltr', maxLength: 24, autoComplete: 'off' },
        ...(unit === undefined
          ? {}
          : { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } }),
      }}
    />
  );
}

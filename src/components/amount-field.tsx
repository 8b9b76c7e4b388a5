import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

type AmountFieldProps = {
  label: string;
  /** Undefined: nothing was written; NaN: what was written is no number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** What is counted, after the figure. */
  unit?: string;
  problem?: string | undefined;
  hint?: string;
  disabled?: boolean;
};

/** A whole number as people write it: in either digits, with or without separators. */
export function readAmount(text: string): number | undefined {
  const western = text
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\s,٬_]/gu, '');
  if (western === '') return undefined;
  return /^\d{1,15}$/u.test(western) ? Number(western) : Number.NaN;
}

/** A field for an amount that may stay empty. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, unit, problem, hint, disabled = false } = props;
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const [told, setTold] = useState(value);
  if (!Object.is(told, value)) {
    setTold(value);
    if (!Object.is(readAmount(text), value)) setText(value === undefined ? '' : String(value));
  }
  return (
    <TextField
      label={label}
      size="small"
      disabled={disabled}
      value={text}
      error={problem !== undefined}
      helperText={problem ?? hint}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        setTold(readAmount(next));
        onChange(readAmount(next));
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

import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';

type ToggleChoiceProps<Value extends string | number> = {
  value: Value;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  onChange: (value: Value) => void;
} & ({ label: string } | { labelId: string });

/** A few values side by side of which exactly one holds. */
export function ToggleChoice<Value extends string | number>(props: ToggleChoiceProps<Value>) {
  const { value, options, onChange } = props;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      {...('label' in props ? { 'aria-label': props.label } : { 'aria-labelledby': props.labelId })}
      onChange={(_event, next: Value | null) => next !== null && onChange(next)}
      sx={{ flexWrap: 'wrap' }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} value={option.value} disabled={option.disabled === true}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

const ANY_OPTION = '';

type FilterSelectProps<Option> = {
  label: string;
  anyLabel: string;
  value: Option | undefined;
  options: readonly Option[];
  labelOf: (option: Option) => string;
  onChange: (option: Option | undefined) => void;
};

/** A choice of a filter among the others of a list; none by default. */
export function FilterSelect<Option extends string>(props: FilterSelectProps<Option>) {
  const { label, anyLabel, value, options, labelOf, onChange } = props;
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ANY_OPTION}
      onChange={({ target }) => onChange(options.find((option) => option === target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value={ANY_OPTION}>{anyLabel}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {labelOf(option)}
        </MenuItem>
      ))}
    </TextField>
  );
}

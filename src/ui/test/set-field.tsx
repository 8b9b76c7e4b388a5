import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { TestSet } from '#contract/tests.ts';

type SetFieldProps = {
  sets: readonly Pick<TestSet, 'id' | 'name'>[];
  /** Id of a set; null: no set. */
  value: number | null;
  onChange: (setId: number | null) => void;
};

/** The set of a test. */
export function SetField({ sets, value, onChange }: SetFieldProps) {
  const { t } = useTranslation('judging');
  return (
    <TextField
      select
      label={t('set.label')}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('set.none')}</MenuItem>
      {sets.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

import Autocomplete from '@mui/material/Autocomplete';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { FieldSet } from '#src/components/field-set.tsx';
import type { KeyFormState } from './use-key-form.ts';

type BotsFieldProps = {
  form: KeyFormState;
  /** Those that whoever writes may see. */
  known: readonly { id: number; name: string }[];
  /** Whether every bot may be given: only by a key that opens them all. */
  mayAll: boolean;
};

/** Which bots a key opens: all, or those that are named. */
export function BotsField({ form, known, mayAll }: BotsFieldProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const { allBots, bots } = form.values;
  const nameOf = (id: number) =>
    known.find((one) => one.id === id)?.name ?? t('terms:botNumber', { id: String(id) });
  return (
    <FieldSet label={t('form.bots')}>
      {mayAll || allBots ? (
        <RadioGroup
          aria-label={t('form.bots')}
          value={allBots ? 'all' : 'some'}
          onChange={(_, value) => form.set('allBots', value === 'all')}
        >
          <FormControlLabel value="some" control={<Radio />} label={t('form.someBots')} />
          <FormControlLabel value="all" control={<Radio />} label={t('form.allBots')} />
        </RadioGroup>
      ) : null}
      {allBots ? null : (
        <Autocomplete
          multiple
          slotProps={{ paper: { sx: { border: 1, borderColor: 'line.firm' } } }}
          size="small"
          options={[...new Set([...known.map(({ id }) => id), ...bots])]}
          value={bots}
          getOptionLabel={nameOf}
          onChange={(_, chosen) => form.set('bots', chosen)}
          renderInput={(params) => (
            <TextField
              {...params}
              label={t('form.chooseBots')}
              error={form.botsProblem !== undefined}
              helperText={form.botsProblem}
            />
          )}
        />
      )}
    </FieldSet>
  );
}

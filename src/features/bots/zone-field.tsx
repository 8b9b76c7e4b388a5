import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#src/api/fold-text.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import type { ZoneOption } from './zone-options.ts';
import { zoneOptions } from './zone-options.ts';

const filterOptions = createFilterOptions<ZoneOption>({
  limit: 60,
  stringify: ({ zone, name, offset }) => foldText(`${zone.replaceAll('_', ' ')} ${zone} ${name} ${offset}`),
});

type ZoneFieldProps = { value: string; onChange: (zone: string) => void; problem: string | undefined };

/** A time zone, found by its place, by its name in the page's language or by its distance from UTC. */
export function ZoneField({ value, onChange, problem }: ZoneFieldProps) {
  const { t } = useTranslation('bots');
  const { language } = useLocale();
  // Naming four hundred zones takes a moment: they are named when the field is first opened.
  const [options, setOptions] = useState<readonly ZoneOption[]>();
  const current = options?.find(({ zone }) => zone === value) ?? { zone: value, name: '', offset: '' };
  return (
    <Autocomplete
      disableClearable
      slotProps={{ paper: { sx: { border: 1, borderColor: 'line.firm' } } }}
      size="small"
      options={options ?? [current]}
      value={current}
      onOpen={() => setOptions(zoneOptions(language))}
      onChange={(_, option) => onChange(option.zone)}
      filterOptions={(all, state) => filterOptions(all, { ...state, inputValue: foldText(state.inputValue) })}
      isOptionEqualToValue={(option, chosen) => option.zone === chosen.zone}
      getOptionLabel={({ zone }) => zone}
      noOptionsText={t('form.zoneNone')}
      renderOption={(props, { zone, name, offset }) => (
        <Box component="li" {...props} key={zone}>
          <Box sx={{ display: 'grid', width: '100%', gridTemplateColumns: '1fr auto', columnGap: 2 }}>
            <bdi dir="ltr">{zone}</bdi>
            <Box component="bdi" dir="ltr" sx={{ color: 'text.tertiary' }}>
              {offset}
            </Box>
            <Box sx={{ typography: 'body2', color: 'text.tertiary' }}>{name}</Box>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('form.zone')}
          error={problem !== undefined}
          helperText={problem ?? t('form.zoneHint')}
        />
      )}
    />
  );
}

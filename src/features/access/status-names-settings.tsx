import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STATUS_WORDS } from '#contract/source-status.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import {
  useCapabilities,
  useCatalogueUnits,
  useConnection,
  useGateway,
} from '#src/api/hooks/gateway-context.tsx';
import { useStatusNames } from '#src/api/hooks/use-status-names.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { parseWholeNumber } from '#src/ui/unit/parse-number.ts';

/** Status numbers listed even without a unit. */
const DEFAULT_CODES = [0, 1, 2, 3];

/** Numbers that units have now: in the gateway's list, and by what this browser read of single units. */
function useSeenCodes(enabled: boolean): readonly number[] {
  const connection = useConnection();
  const gateway = useGateway();
  const catalogue = useCatalogueUnits();
  const { data = [] } = useQuery({
    queryKey: ['units', connection.id, 'status-numbers'],
    queryFn: async () => {
      const list = await fetchUnits(gateway, { offset: 0, limit: 100, sort: '-modifiedOn' });
      return list?.items.map(({ sourceStatus }) => sourceStatus) ?? [];
    },
    enabled,
  });
  return [...data, ...catalogue.flatMap(({ sourceStatus }) => sourceStatus ?? [])];
}

/** Lists a number that no unit is known to have. */
function AddNumber({ onAdd }: { onAdd: (number: number) => void }) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState('');
  const [invalid, setInvalid] = useState(false);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const number = parseWholeNumber(typed);
        setInvalid(number === undefined);
        if (number === undefined) return;
        setTyped('');
        onAdd(number);
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: invalid ? 'flex-start' : 'center', gap: 1 }}
    >
      <TextField
        label={t('status.another')}
        size="small"
        value={typed}
        error={invalid}
        helperText={invalid ? <span role="alert">{t('status.invalid')}</span> : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setInvalid(false);
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off' } }}
        sx={{ width: 200 }}
      />
      <Button type="submit" variant="outlined">
        {t('status.add')}
      </Button>
    </Box>
  );
}

/** Names for the status numbers of a gateway that does not announce their meaning. */
export function StatusNamesSettings() {
  const { t } = useTranslation(['settings', 'statuses']);
  const formats = useFormats();
  const notAnnounced = useCapabilities() === null;
  const { names, setName } = useStatusNames();
  const seenCodes = useSeenCodes(notAnnounced);
  const [typedCodes, setTypedCodes] = useState<readonly number[]>([]);
  if (!notAnnounced) return null;
  const codes = new Set([...DEFAULT_CODES, ...seenCodes, ...Object.keys(names).map(Number), ...typedCodes]);
  const newest = typedCodes.at(-1);
  return (
    <SettingsSection title={t('status.title')} text={t('status.text')}>
      {[...codes]
        .sort((a, b) => a - b)
        .map((number) => (
          <Box
            // A number that is typed again takes the focus again.
            key={number === newest ? `${number} ${typedCodes.length}` : number}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, maxWidth: '100%' }}
          >
            <Box component="span" sx={{ minWidth: 32, fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(number, { useGrouping: false })}
            </Box>
            <Select
              size="small"
              displayEmpty
              autoFocus={number === newest}
              value={names[String(number)] ?? ''}
              onChange={({ target }) =>
                setName(
                  number,
                  STATUS_WORDS.find((word) => word === target.value),
                )
              }
              SelectDisplayProps={{ 'aria-label': t('status.numberIs', { number }) }}
              sx={{ minWidth: 200 }}
            >
              <MenuItem value="">{t('status.none')}</MenuItem>
              {STATUS_WORDS.map((word) => (
                <MenuItem key={word} value={word}>
                  {t(`statuses:${word}`)}
                </MenuItem>
              ))}
            </Select>
          </Box>
        ))}
      <AddNumber onAdd={(number) => setTypedCodes((before) => [...before, number])} />
    </SettingsSection>
  );
}

import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { STATUS_WORDS } from '#contract/source-status.ts';
import { useConnections } from '#src/api/connections-context.tsx';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';

/** Numbers offered even where no unit shows them yet. */
const USUAL = [0, 1, 2, 3];

/** For a gateway that does not announce what its status numbers mean: a person names them. */
export function StatusNames() {
  const { t } = useTranslation(['settings', 'statuses']);
  const formats = useFormats();
  const connection = useConnection();
  const connections = useConnections();
  const gateway = useGateway();
  const silent = useCapabilities() === null;
  const seen = useQuery({
    queryKey: ['units', connection.id, 'status-numbers'],
    queryFn: async () => {
      const list = await gateway.listUnits({ offset: 0, limit: 100, sort: '-modifiedOn' });
      return list?.items.map(({ sourceStatus }) => sourceStatus) ?? [];
    },
    enabled: silent,
  }).data;
  if (!silent) return null;
  const names = connection.statusNames ?? {};
  const numbers = [...new Set([...USUAL, ...(seen ?? []), ...Object.keys(names).map(Number)])].sort(
    (a, b) => a - b,
  );
  const rename = (number: number, word: string) => {
    const { [String(number)]: _, ...others } = names;
    const statusNames = word === '' ? others : { ...others, [String(number)]: word };
    connections.update(connection.id, { statusNames });
  };
  return (
    <SettingsSection title={t('status.title')} text={t('status.text')}>
      {numbers.map((number) => (
        <Box key={number} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box component="span" sx={{ minWidth: 32, fontVariantNumeric: 'tabular-nums' }}>
            {formats.number(number)}
          </Box>
          <Select
            size="small"
            displayEmpty
            value={names[String(number)] ?? ''}
            onChange={({ target }) => rename(number, target.value)}
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
    </SettingsSection>
  );
}

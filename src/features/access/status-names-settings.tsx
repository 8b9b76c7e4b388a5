import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { STATUS_WORDS } from '#contract/source-status.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { fetchUnits } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { SettingsSection } from '#src/ui/settings-section.tsx';

/** Numbers that are listed even if no unit has them. */
const DEFAULT_CODES = [0, 1, 2, 3];

/** Names for the status numbers of a gateway that does not announce their meaning. */
export function StatusNamesSettings() {
  const { t } = useTranslation(['settings', 'statuses']);
  const formats = useFormats();
  const connection = useConnection();
  const connections = useConnections();
  const gateway = useGateway();
  const notAnnounced = useCapabilities() === null;
  const seenCodes = useQuery({
    queryKey: ['units', connection.id, 'status-numbers'],
    queryFn: async () => {
      const list = await fetchUnits(gateway, { offset: 0, limit: 100, sort: '-modifiedOn' });
      return list?.items.map(({ sourceStatus }) => sourceStatus) ?? [];
    },
    enabled: notAnnounced,
  }).data;
  if (!notAnnounced) return null;
  const names = connection.statusNames ?? {};
  const numbers = [
    ...new Set([...DEFAULT_CODES, ...(seenCodes ?? []), ...Object.keys(names).map(Number)]),
  ].sort((a, b) => a - b);
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

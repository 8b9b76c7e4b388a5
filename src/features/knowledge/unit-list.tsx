import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Meter } from '#src/components/meter.tsx';
import { StatusChip } from '#src/components/status-chip.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { SourceCounts } from './source-counts.tsx';
import { UnitMenu } from './unit-menu.tsx';
import { UnitTitle } from './unit-title.tsx';
import { useStatusDetail } from './unit-status.tsx';
import type { UnitRow } from './unit-row.ts';
import type { UnitActions } from './use-unit-actions.ts';

function UnitItem({ row, actions }: { row: UnitRow; actions: UnitActions }) {
  const { t } = useTranslation(['knowledge', 'common', 'statuses']);
  const formats = useFormats();
  const detail = useStatusDetail(row);
  const indexing = row.status === 'indexing' && row.progress !== undefined;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto auto',
        columnGap: 1,
        rowGap: 0.5,
        alignItems: 'start',
        padding: '12px 4px 12px 16px',
        paddingInline: '16px 4px',
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: 'background.paper',
      }}
    >
      <UnitTitle row={row} detail={detail} />
      <Box sx={{ typography: 'body2', whiteSpace: 'nowrap' }}>
        {row.status === undefined ? t('unreadable') : <StatusChip status={row.status} />}
      </Box>
      <UnitMenu row={row} actions={actions} />
      <Box sx={{ gridColumn: '1 / 3', display: 'grid', gap: 0.75 }}>
        {indexing ? <Meter kind="progress" value={row.progress ?? 0} label={t('statuses:indexing')} /> : null}
        <Box
          sx={{
            display: 'flex',
            gap: 1.5,
            typography: 'caption',
            color: 'text.tertiary',
            alignItems: 'center',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <SourceCounts files={row.files} urls={row.urls} />
          {row.passages === undefined || row.passages === 0 ? null : (
            <span>{t('common:passages', { count: row.passages })}</span>
          )}
          {row.changed === undefined ? null : (
            <Box component="time" dateTime={row.changed} sx={{ marginInlineStart: 'auto' }}>
              {formats.moment(row.changed)}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** The same facts as the grid's, in three lines a unit, for narrow screens. */
export function UnitList({ rows, actions }: { rows: readonly UnitRow[]; actions: UnitActions }) {
  const { t } = useTranslation('knowledge');
  return (
    <Box component="ul" aria-label={t('gridLabel')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map((row) => (
        <UnitItem key={row.id} row={row} actions={actions} />
      ))}
    </Box>
  );
}

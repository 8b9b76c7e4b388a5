import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { TextDate } from '#src/ui/text-date.tsx';
import { AvailabilityChip } from '#src/ui/unit/availability-chip.tsx';
import { UnitStatusChip } from '#src/ui/unit/unit-status-chip.tsx';
import { SourceCounts, UnitRowMenu, UnitTitle, useAnswersHint, useStatusDetail } from './unit-cells.tsx';
import type { UnitRow } from './unit-row.ts';
import type { UnitActions } from './use-bulk-unit-actions.ts';

function UnitItem({ row, actions }: { row: UnitRow; actions: UnitActions }) {
  const { t } = useTranslation(['knowledge', 'common', 'statuses', 'terms']);
  const formats = useFormats();
  const detail = useStatusDetail(row);
  const hint = useAnswersHint(row);
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
        {row.status === undefined ? t('unreadable') : <UnitStatusChip status={row.status} hint={hint} />}
      </Box>
      <UnitRowMenu row={row} actions={actions} />
      <Box sx={{ gridColumn: '1 / 3', display: 'grid', gap: 0.75 }}>
        {indexing ? <Meter kind="progress" value={row.progress ?? 0} label={t('statuses:indexing')} /> : null}
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 1.5,
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
          <TextDate readOn={row.readOn} />
          <AvailabilityChip validity={row.validity} />
          {row.owner ? <span>{t('terms:owner.of', row.owner)}</span> : null}
          {row.modifiedOn === undefined || row.modifiedOn === null ? null : (
            <Box component="time" dateTime={row.modifiedOn} sx={{ marginInlineStart: 'auto' }}>
              {formats.moment(row.modifiedOn)}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** The same facts as in the table, in three lines per unit, for narrow screens. */
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

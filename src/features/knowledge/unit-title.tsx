import Box from '@mui/material/Box';
import { TextLink } from '#src/components/link-button.tsx';
import { OneLine } from '#src/components/one-line.tsx';
import { paths } from '#src/paths.ts';
import type { UnitRow } from './unit-row.ts';

/** The title, which leads to the unit, over its description. */
export function UnitTitle({ row, detail }: { row: UnitRow; detail?: string | undefined }) {
  const below = detail ?? row.description;
  return (
    <Box sx={{ minWidth: 0, width: '100%', display: 'grid', lineHeight: 24 / 15 }}>
      <OneLine title={row.title}>
        <TextLink to={paths.unit(row.id)} sx={{ color: 'text.primary', fontWeight: 600 }}>
          {row.title}
        </TextLink>
      </OneLine>
      {below === '' ? null : (
        <OneLine title={below} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {below}
        </OneLine>
      )}
    </Box>
  );
}

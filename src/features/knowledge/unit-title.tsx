import Box from '@mui/material/Box';
import { BidiText } from '#src/components/bidi-text.tsx';
import { TextLink } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';
import type { UnitRow } from './unit-row.ts';

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The title, which leads to the unit, over its description. */
export function UnitTitle({ row, detail }: { row: UnitRow; detail?: string | undefined }) {
  const below = detail ?? row.description;
  return (
    <Box sx={{ minWidth: 0, width: '100%', display: 'grid', lineHeight: 24 / 15 }}>
      <Box sx={oneLine} title={row.title}>
        <TextLink to={paths.unit(row.id)} sx={{ color: 'text.primary', fontWeight: 600 }}>
          <BidiText>{row.title}</BidiText>
        </TextLink>
      </Box>
      {below === '' ? null : (
        <Box sx={{ ...oneLine, typography: 'body2', color: 'text.secondary' }} title={below}>
          <BidiText>{below}</BidiText>
        </Box>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { MonoText } from '#src/components/mono-text.tsx';
import { FieldValue } from './field-value.tsx';
import { useAuditWords } from './use-audit-words.ts';
import type { ZoneTimes } from './use-zone-times.ts';

/** Columns where there is room, else each field over its values; cells name themselves then. */
const look: SxProps<Theme> = {
  borderCollapse: 'collapse',
  width: '100%',
  maxWidth: 960,
  typography: 'body2',
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    paddingBlock: '6px',
    paddingInlineEnd: 2,
    borderBlockEnd: 1,
    borderColor: 'line.soft',
  },
  '& thead th': { color: 'text.tertiary', fontWeight: 400 },
  '& tbody th': { fontWeight: 600, width: { sm: '20%' } },
  '& td': { overflowWrap: 'anywhere', width: { sm: '40%' } },
};

/** The fields that changed, as they were and as they became. */
export function FieldsTable({ entry: { before, after }, times }: { entry: AuditEntry; times: ZoneTimes }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('details.noFields')}
      </Typography>
    );
  const sides = [
    ['before', before],
    ['after', after],
  ] as const;
  const shown = sides.filter(([, fields]) => fields !== null);
  return (
    <Box component="table" aria-label={t('details.changes')} sx={look}>
      <thead>
        <tr>
          <th scope="col">{t('details.field')}</th>
          {shown.map(([side]) => (
            <th key={side} scope="col">
              {t(`details.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{words.field(name) ?? <MonoText>{name}</MonoText>}</th>
            {shown.map(([side, fields]) => (
              <td key={side}>
                <FieldValue
                  name={name}
                  value={fields?.[name]}
                  other={(side === 'before' ? after : before)?.[name]}
                  side={side}
                  times={times}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

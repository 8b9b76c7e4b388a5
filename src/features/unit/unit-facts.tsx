import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { useFormats } from '#src/i18n/locale.tsx';

/** The times that every gateway tells. */
export function UnitFacts({ unit }: { unit: KnowledgeUnit }) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const rows = [
    [t('timeline.created'), unit.createdOn],
    [t('timeline.changed'), unit.modifiedOn],
  ] as const;
  return (
    <Box
      component="dl"
      sx={{ margin: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 2 }}
    >
      {rows.map(([label, at]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <Typography
            component="dd"
            variant="body2"
            title={formats.full(at)}
            sx={{ margin: 0, color: 'text.tertiary' }}
          >
            {formats.moment(at)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

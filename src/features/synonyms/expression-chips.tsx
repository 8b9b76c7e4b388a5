import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/ui/bidi-text.tsx';

export const chipStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 28,
  maxWidth: '100%',
  paddingInline: 1,
  borderRadius: '6px',
  bgcolor: 'teal.wash',
  color: 'teal.ink',
  overflowWrap: 'anywhere',
} as const;

/** The expressions of a group as chips, in their order. */
export function ExpressionChips({ expressions, end }: { expressions: readonly string[]; end?: ReactNode }) {
  const { t } = useTranslation('synonyms');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      {expressions.map((expression, index) => (
        <Box key={expression} component="span" sx={{ display: 'inline-flex', gap: 0.75, maxWidth: '100%' }}>
          {index === 0 ? null : (
            <Box component="span" sx={{ color: 'text.tertiary', alignSelf: 'center' }}>
              <span aria-hidden>=</span>
              <span className="visually-hidden">{t('equals')}</span>
            </Box>
          )}
          <Box component="span" sx={chipStyle}>
            <BidiText>{expression}</BidiText>
          </Box>
        </Box>
      ))}
      {end}
    </Box>
  );
}

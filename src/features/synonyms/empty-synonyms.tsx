import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Equal from 'lucide-react/icons/equal';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ExpressionChips } from './expression-chips.tsx';

/** The example that teaches, in Arabic in either language. */
export const EXAMPLE = ['باقة نجمة', 'العضوية المميزة', 'Star plan'] as const;

type EmptySynonymsProps = { onAdd?: () => void; onTry?: () => void; onImport?: () => void };

/** What synonyms are for, by an example that can be tried. */
export function EmptySynonyms({ onAdd, onTry, onImport }: EmptySynonymsProps) {
  const { t } = useTranslation('synonyms');
  return (
    <EmptyState
      icon={<Equal size={24} />}
      title={t('empty.title')}
      actions={
        onAdd === undefined ? null : (
          <>
            <Button variant="contained" onClick={onAdd}>
              {t('add')}
            </Button>
            <Button variant="outlined" onClick={onTry}>
              {t('empty.try')}
            </Button>
            <Button variant="outlined" onClick={onImport}>
              {t('import.open')}
            </Button>
          </>
        )
      }
    >
      <p style={{ marginBlockStart: 0 }}>{t('empty.text')}</p>
      <p>{t('empty.example', { asked: EXAMPLE[0], said: EXAMPLE[1] })}</p>
      <Box role="group" aria-label={t('empty.exampleLabel')}>
        <ExpressionChips expressions={EXAMPLE} />
      </Box>
      <p>{t('empty.notes')}</p>
    </EmptyState>
  );
}

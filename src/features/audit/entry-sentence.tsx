import Box from '@mui/material/Box';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { TextLink } from '#src/components/link-button.tsx';
import { pathOfThing } from './path-of-thing.ts';
import { useAuditWords } from './use-audit-words.ts';

/** What was done, with the thing that it was done to as a link. */
export function EntrySentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const [before = '', behind] = words.parts(entry);
  const { subject, outcome } = entry;
  const to = pathOfThing(subject);
  const name = words.thing(subject);
  const thing = <BidiText>{name}</BidiText>;
  return (
    <>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {before}
        {behind === undefined || name === '' ? null : to === undefined ? (
          <strong>{thing}</strong>
        ) : (
          <TextLink to={to}>{thing}</TextLink>
        )}
        {behind}
      </Box>
      {outcome === 'done' ? null : (
        <Box
          component="span"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.75,
            typography: 'body2',
            color: 'saffron.ink',
            fontWeight: 600,
          }}
        >
          <TriangleAlert size={16} aria-hidden />
          {t('unknown.label')}
        </Box>
      )}
    </>
  );
}

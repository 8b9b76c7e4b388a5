import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { useAuditLabels } from './use-audit-labels.ts';

/** The page of a subject; undefined without one. */
function pathOfThing({ action, subject: { kind, id, name } }: AuditEntry): string | undefined {
  switch (kind) {
    case 'unit':
      return id === '' ? undefined : paths.unit(id);
    case 'synonyms':
      return paths.synonyms(name === '' ? {} : { search: name.split(' = ')[0] ?? '' });
    case 'key':
      return paths.keys();
    case 'bot':
      return paths.bots();
    case 'alert-rules':
    case 'webhook':
      return paths.alerts();
    case 'model':
      return paths.modelServers();
    case 'job':
      return paths.jobs();
    case 'run':
      return action === 'deleteRun' || id === '' ? undefined : paths.run(id);
    case 'test':
    case 'test-set':
      return paths.tests();
    case 'report':
      return paths.inbox();
    case 'contradiction':
      return paths.inbox({ view: 'contradictions' });
    case 'file':
    case 'backup':
      return undefined;
  }
  return undefined;
}

/** The action as a sentence, with its subject as a link. */
export function EntrySentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const auditLabels = useAuditLabels();
  const [before = '', after] = auditLabels.sentenceParts(entry);
  const { subject, outcome } = entry;
  const to = pathOfThing(entry);
  const name = auditLabels.subject(subject);
  const subjectName = <BidiText>{name}</BidiText>;
  return (
    <>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {before}
        {after === undefined || name === '' ? null : to === undefined ? (
          <strong>{subjectName}</strong>
        ) : (
          <TextLink to={to}>{subjectName}</TextLink>
        )}
        {after}
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

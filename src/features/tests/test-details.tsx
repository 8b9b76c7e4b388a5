import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Test } from '#contract/tests.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { ExpectationSummary } from './expectation-summary.tsx';
import { useTest } from './use-tests.ts';

/** The expectations that a test had before the present one. */
function ExpectationHistory({ id }: { id: number }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const earlier = useTest(id).data?.history.slice(1) ?? [];
  if (earlier.length === 0) return null;
  return (
    <Box component="details">
      <Box component="summary" sx={{ typography: 'body2', cursor: 'pointer', minBlockSize: 24 }}>
        {t('details.history', { count: earlier.length })}
      </Box>
      <PlainList as="ol" sx={{ display: 'grid', gap: 1.5, marginBlockStart: 1 }}>
        {earlier.map(({ on, by, origin, expectation }) => (
          <li key={`${on} ${origin}`}>
            <SmallText tone="secondary">
              {t('details.entry', { when: formats.moment(on), by, origin: t(`details.origin.${origin}`) })}
            </SmallText>
            <ExpectationSummary expectation={expectation} />
          </li>
        ))}
      </PlainList>
    </Box>
  );
}

/** Details of a test below its row: expectation, judged answer and history. */
export function TestDetails({ test }: { test: Test }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const { id, expectation, request, runId, fromRunId, askedOn } = test;
  const names = request.IndexNames ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: '80ch', paddingBlockEnd: 1 }}>
      <ExpectationSummary expectation={expectation} />
      {names.length === 0 ? null : <SmallText tone="secondary">{formats.list(names)}</SmallText>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, typography: 'body2' }}>
        {askedOn === null ? null : t('details.asked', { when: formats.moment(askedOn) })}
        {runId === null ? null : <TextLink to={paths.run(runId)}>{t('details.run')}</TextLink>}
        {fromRunId === null ? null : <TextLink to={paths.run(fromRunId)}>{t('details.from')}</TextLink>}
      </Box>
      <ExpectationHistory id={id} />
    </Box>
  );
}

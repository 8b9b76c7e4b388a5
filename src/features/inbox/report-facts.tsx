import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Report } from '#contract/reports.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

/** Runs of one question are counted so far. */
const MAX_TIMES_ASKED = 100;

/** How a report was closed, or what will close it. */
function Ending({ report: { state, reopened, openedOn, test, closing } }: { report: Report }) {
  const { t } = useTranslation(['inbox', 'judging']);
  const formats = useFormats();
  if (closing !== null) {
    const as = t(`closing.as.${closing.as}`);
    return (
      <SmallText tone="secondary">
        {closing.by === '' ? t('closing.byTest') : t('closing.by', { name: closing.by, as })}
        {' · '}
        {formats.moment(closing.on)}
        {closing.note === '' ? null : (
          <>
            {' · '}
            <BidiText>{closing.note}</BidiText>
          </>
        )}
      </SmallText>
    );
  }
  return (
    <>
      {state === 'open' && reopened ? (
        <SmallText tone="saffron">
          {t('reopened')} {formats.moment(openedOn)}
        </SmallText>
      ) : null}
      <SmallText tone="secondary">
        {test === null ? t('noTest') : t('test', { outcome: t(`judging:outcome.${test.outcome}`) })}
      </SmallText>
    </>
  );
}

/** The section of a passage, or the title of a unit that is gone. */
function CitedUnit({ unit }: { unit: NonNullable<Report['unit']> }) {
  const { id, title, sectionTitle, exists } = unit;
  const name = <BidiText>{sectionTitle === '' ? title : sectionTitle}</BidiText>;
  if (!exists) return name;
  return <TextLink to={paths.unit(id, { section: sectionTitle })}>{name}</TextLink>;
}

/** A report: question, reason, note, who reports to whom, how often it was asked, and how it ends. */
export function ReportFacts({ report }: { report: Report }) {
  const { t } = useTranslation(['inbox', 'judging']);
  const formats = useFormats();
  const { question, runId, reason, note, reporter, owner, reportedOn, unit, timesAsked, unseen } = report;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {runId === null ? (
            <BidiText>{question}</BidiText>
          ) : (
            <TextLink to={paths.run(runId)}>
              <BidiText>{question}</BidiText>
            </TextLink>
          )}
        </Box>
        {unseen ? (
          <Box component="span" sx={{ typography: 'body2', color: 'leaf.ink', fontWeight: 600 }}>
            {t('unseen.badge')}
          </Box>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2' }}>
        <Box component="span" sx={{ color: 'brick.ink', fontWeight: 600 }}>
          {t(`judging:report.reason.${reason}`)}
        </Box>
        {note === '' ? null : <BidiText>{note}</BidiText>}
        {unit === null ? null : <CitedUnit unit={unit} />}
      </Box>
      <SmallText tone="secondary">
        {[
          t('by', { name: reporter.name }),
          formats.moment(reportedOn),
          owner.name === '' ? t('toOwners') : t('to', { name: owner.name }),
          timesAsked < MAX_TIMES_ASKED
            ? t('asked', { count: timesAsked })
            : t('askedMany', { max: formats.number(timesAsked) }),
        ].join(' · ')}
      </SmallText>
      <Ending report={report} />
    </Box>
  );
}

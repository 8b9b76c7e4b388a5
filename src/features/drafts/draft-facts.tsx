import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { KnowledgeDraft, Proof } from '#contract/versions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { DraftWaiting } from '#src/ui/draft/draft-waiting.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { RecordName } from '#src/ui/record-row.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useCauseText } from '#src/ui/version/use-cause-text.ts';

/** What drafts change for kept questions; no draft waits for these. */
function QuestionResult({ questions }: { questions: NonNullable<Proof['questions']> }) {
  const { t } = useTranslation('drafts');
  const same = questions.asked - questions.unanswered - questions.answered - questions.changed;
  const counts = { ...questions, same };
  const parts = (['answered', 'changed', 'same'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`questions.${kind}`, { count: counts[kind] }));
  return (
    <>
      {t('questions.title')}{' '}
      {questions.unanswered > 0 ? (
        <Box component="strong" sx={{ color: 'saffron.ink', fontWeight: 600 }}>
          {t('questions.unanswered', { count: questions.unanswered })}
        </Box>
      ) : null}
      {questions.unanswered > 0 && parts.length > 0 ? ' · ' : null}
      {parts.join(' · ')}
    </>
  );
}

/** What a proof found, and the way to both answers of each test and question. */
function ProofResult({ proof, title }: { proof: Proof | null; title: string }) {
  const { t } = useTranslation('drafts');
  const formats = useFormats();
  if (proof === null) return <SmallText>{t('proof.none')}</SmallText>;
  if (proof.state === 'running') return null;
  if (proof.state === 'cancelled') return <SmallText>{t('proof.cancelled')}</SmallText>;
  const { id, startedOn, endedOn, tests, asked, lost, gained, changed, questions, isCurrent, drafts } = proof;
  const differing = lost + gained + changed;
  const differingQuestions =
    questions === null ? 0 : questions.unanswered + questions.answered + questions.changed;
  const counts = [
    ...(gained > 0 ? [t('proof.gained', { count: gained })] : []),
    ...(changed > 0 ? [t('proof.changed', { count: changed })] : []),
    ...(asked > differing ? [t('proof.unchanged', { count: asked - differing })] : []),
    t('proof.tested', { when: formats.moment(endedOn ?? startedOn) }),
    ...(drafts > 1 ? [t('proof.together', { count: drafts - 1 })] : []),
  ];
  return (
    <>
      <SmallText tone="secondary">
        {asked === 0 ? `${t('proof.nothing')} ` : null}
        {lost > 0 ? (
          <Box component="strong" sx={{ color: 'brick.ink', fontWeight: 600 }}>
            {t('proof.lost', { count: lost })}
          </Box>
        ) : null}
        {lost > 0 ? ' · ' : null}
        {counts.join(' · ')}
      </SmallText>
      {questions !== null && questions.asked > 0 ? (
        <SmallText tone="secondary">
          <QuestionResult questions={questions} />
        </SmallText>
      ) : null}
      {differing + differingQuestions > 0 ? (
        <TextLink
          to={paths.tests({ evaluation: id })}
          underline="always"
          variant="body2"
          aria-label={t('proof.openNamed', { title })}
          sx={{ justifySelf: 'start', lineHeight: '24px' }}
        >
          {t('proof.open')}
        </TextLink>
      ) : null}
      {isCurrent ? null : (
        <SmallText tone="saffron">{t(tests > 0 ? 'proof.stale' : 'proof.staleQuestions')}</SmallText>
      )}
    </>
  );
}

/** Unit, causes, state and test results of a draft. */
export function DraftFacts({ draft }: { draft: KnowledgeDraft }) {
  const { t } = useTranslation(['drafts', 'common']);
  const formats = useFormats();
  const causeText = useCauseText();
  const { unit, version, isNew, proof } = draft;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <TextLink to={paths.unit(unit.id)} sx={{ color: 'text.primary', minWidth: 0 }}>
          <RecordName name={unit.title} />
        </TextLink>
        <SmallText>
          {t(isNew ? 'isNew' : 'isChange')} · {t('common:passages', { count: version.passages })}
        </SmallText>
        <TextLink
          to={paths.unitVersion(unit.id, version.number)}
          variant="body2"
          sx={{ lineHeight: '24px', display: 'inline-block' }}
          aria-label={t('changesNamed', { title: unit.title })}
        >
          {t('changes')}
        </TextLink>
      </Box>
      <PlainList as="ol">
        {version.causes.map((cause, index) => (
          <Box component="li" key={index} sx={{ typography: 'body2', color: 'text.secondary' }}>
            <BidiText>{causeText(cause, version.base)}</BidiText>
            {' · '}
            <time dateTime={cause.on}>{formats.moment(cause.on)}</time>
          </Box>
        ))}
      </PlainList>
      <DraftWaiting draft={draft} />
      <ProofResult proof={proof} title={unit.title} />
    </Box>
  );
}

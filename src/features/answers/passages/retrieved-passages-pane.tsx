import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { useShortcuts } from '#src/features/answers/use-shortcuts.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { semanticStateLabel } from '#src/ui/answer/explanation-labels.ts';
import { findUnitOfPassage } from '#src/ui/answer/passage-unit.ts';
import { fullBarScore } from '#src/ui/answer/score-bar.tsx';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import { usedPassages } from '#src/ui/answer/used-passages.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import { SidePane } from '#src/ui/side-pane.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import type { UnitByName } from '#src/ui/unit/use-units-by-name.ts';
import { RetrievedPassage } from './retrieved-passage.tsx';
import type { PassageNavigation } from './use-passage-navigation.ts';

/** Under the documents: how many were searched, and why the list ends there. */
function ListEnd({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { list, ranking, semantic } = explanation;
  const minScore = formats.number(ranking.minScore, { maximumFractionDigits: 2 });
  const sentences = [
    t('end.searched', { count: list.searched, scored: list.scored }),
    list.end === 'limit' ? t('end.limit', { count: list.limit }) : '',
    list.otherDocuments > 0 ? t('end.documents', { count: list.otherDocuments, max: list.maxDocuments }) : '',
    list.belowThreshold > 0 ? t('end.relevance', { count: list.belowThreshold, min: minScore }) : '',
    list.end === 'nothing-left' ? t('end.nothing') : '',
    semantic ? semanticStateLabel(semantic, t) : '',
  ].filter((sentence) => sentence !== '');
  return (
    <Box sx={{ paddingBlock: 2, paddingInline: { xs: 2, md: 3 } }}>
      {sentences.map((sentence) => (
        <Typography key={sentence} variant="body2" sx={{ color: 'text.tertiary' }}>
          {sentence}
        </Typography>
      ))}
    </Box>
  );
}

type RetrievedPassagesPaneProps = {
  run: AnswerRun | undefined;
  units: readonly UnitByName[];
  explanationState: ExplanationState;
  navigation: PassageNavigation;
  /** Keeps that a passage answers the question; also by the key A of the current passage. */
  onMark: ((index: number) => void) | undefined;
};

/** The retrieved passages, best first, as the gateway ranked them. */
export function RetrievedPassagesPane({
  run,
  units,
  explanationState,
  navigation,
  onMark,
}: RetrievedPassagesPaneProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const { open, setOpen, current, chosen, setCurrent, idOf } = navigation;
  const documents = run?.documents;
  const explanation = explanationOf(explanationState);
  const maxScore = fullBarScore(documents);
  const searchedUnits = units.map(({ unit }) => unit);
  const used = run && usedPassages(run);
  const unitOf = (index: number) => {
    const explained = explanation?.passages[index];
    return explained
      ? { id: explained.unitId, title: explained.unitTitle }
      : run?.stored?.passages[index]?.unit;
  };
  useShortcuts({ KeyA: onMark && documents?.[current] ? () => onMark(current) : undefined });
  const isEmpty = documents === undefined || documents.length === 0;
  const isByScore = documents?.every(
    ({ score }, index) => score !== null && score <= (documents[index - 1]?.score ?? score),
  );
  return (
    <SidePane
      title={t('documents.title')}
      aside={
        <>
          <Typography component="span" sx={{ color: 'text.tertiary', flex: 1 }}>
            {isEmpty ? '' : formats.number(documents.length)}
          </Typography>
          {isEmpty || isByScore === false ? null : (
            <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', lg: 'block' } }}>
              {t('documents.byScore')}
            </Typography>
          )}
        </>
      }
      open={open}
      toggleLabel={isEmpty ? undefined : t(open ? 'documents.hide' : 'documents.show')}
      onToggle={setOpen}
    >
      {documents === undefined ? (
        run?.phase === 'asking' ? (
          <Box sx={{ paddingInline: 3 }}>
            <SkeletonRows rows={4} height={112} bars={[0.4, 0.9, 0.7]} />
          </Box>
        ) : (
          <Typography sx={{ padding: { xs: 2, md: 3 }, color: 'text.tertiary' }}>
            {t(
              run === undefined
                ? 'documents.before'
                : run.hasUnreadPassages
                  ? 'documents.otherForm'
                  : run.phase === 'writing'
                    ? 'documents.later'
                    : 'documents.notSent',
            )}
          </Typography>
        )
      ) : documents.length === 0 ? (
        <Typography sx={{ padding: { xs: 2, md: 3 }, color: 'text.secondary' }}>
          {t(run?.band === 'reply' ? 'documents.reply' : 'documents.none')}
        </Typography>
      ) : open ? (
        <>
          <PlainList as="ol">
            {documents.map((passage, index) => (
              <RetrievedPassage
                key={idOf(index)}
                id={idOf(index)}
                rank={index + 1}
                document={passage}
                readOn={run?.documentDates[index]}
                listed={documents}
                maxScore={maxScore}
                question={run?.request.question ?? ''}
                current={index === current}
                chosen={index === chosen}
                use={used?.get(index)}
                state={run?.stored?.passages[index]?.state}
                unit={unitOf(index) ?? findUnitOfPassage(passage.metadata.file_id, searchedUnits)}
                explanationState={explanationState}
                onSelect={() => setCurrent(index)}
                onMark={onMark && (() => onMark(index))}
              />
            ))}
          </PlainList>
          {explanation === undefined ? null : <ListEnd explanation={explanation} />}
        </>
      ) : null}
    </SidePane>
  );
}

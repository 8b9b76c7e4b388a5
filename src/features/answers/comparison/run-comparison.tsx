import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { RunHeading } from '#src/features/answers/answer/run-heading.tsx';
import { formatSetting, useHasChatModel } from '#src/features/answers/question/setting-labels.ts';
import { useStoredRun } from '#src/features/answers/runs/use-runs.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import { cutSpan } from '#src/ui/answer/text-spans.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import type { SettingName } from '#src/ui/run/ask-settings.ts';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import {
  type ComparedPassage,
  comparePassages,
  differingSettings,
  differingStatements,
} from './compare-runs.ts';

const CLAMPED_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
  overflow: 'hidden',
} as const;

type SideProps = { run: AnswerRun; other: AnswerRun; settings: readonly SettingName[] };

/** A compared run: question, settings that differ, and the answer, in which statements of this run alone are marked. */
function ComparedRun({ run, other, settings }: SideProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const hasChatModel = useHasChatModel();
  const { request, answer, stored, startedAt, requestId } = run;
  const marks = differingStatements(answer, other.answer);
  const when = formats.moment(startedAt);
  const facts = [
    stored === undefined || stored.mine
      ? t('runs.asked', { when })
      : t('runs.askedBy', { when, name: stored.askedBy }),
    ...settings.map(
      (name) =>
        `${t(`settings.names.${name}`)}: ${formatSetting(name, request.settings[name], t, formats, hasChatModel)}`,
    ),
    ...(request.names.join('\n') === other.request.names.join('\n') || request.names.length === 0
      ? []
      : [formats.list(request.names)]),
  ];
  return (
    <Box component="article" sx={{ display: 'grid', gap: 1, alignContent: 'start', minWidth: 0 }}>
      <TextLink to={paths.run(requestId ?? '')} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <BidiText>{request.question}</BidiText>
      </TextLink>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index === 0 ? null : ' · '}
            <BidiText>{fact}</BidiText>
          </Fragment>
        ))}
      </Typography>
      <RunHeading run={run} />
      <WrittenText text={answer} sx={{ '& mark': { bgcolor: 'saffron.wash', color: 'inherit' } }}>
        {(line) =>
          cutSpan(line, marks).map(({ start, end, range }) =>
            range === undefined ? (
              answer.slice(start, end)
            ) : (
              <mark key={start}>{answer.slice(start, end)}</mark>
            ),
          )
        }
      </WrittenText>
    </Box>
  );
}

/** Passages of both runs with their places in each; passages of a single run are lit. */
function PassageTable({
  passages,
  runs,
}: {
  passages: readonly ComparedPassage[];
  runs: [AnswerRun, AnswerRun];
}) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const placeIn = (run: AnswerRun, index: number | undefined) => {
    const score = index === undefined ? null : (run.documents?.[index]?.score ?? null);
    if (index === undefined) return t('runs.compare.absent');
    const place = formats.number(index + 1);
    return score === null
      ? place
      : t('runs.compare.place', { place, score: formats.number(score, TWO_DECIMALS) });
  };
  return (
    <Table
      size="small"
      aria-label={t('runs.compare.passages')}
      sx={{
        marginBlockStart: 3,
        tableLayout: 'fixed',
        '& .MuiTableCell-root': { paddingInline: { xs: 0.75, md: 2 } },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell>{t('documents.title')}</TableCell>
          <TableCell sx={{ width: { xs: 84, md: 136 } }}>{t('runs.compare.first')}</TableCell>
          <TableCell sx={{ width: { xs: 84, md: 136 } }}>{t('runs.compare.second')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {passages.map(({ text, sectionTitle, first, second }) => (
          <TableRow
            key={`${first ?? ''} ${second ?? ''}`}
            sx={first === undefined || second === undefined ? { bgcolor: 'saffron.wash' } : {}}
          >
            <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
              {sectionTitle === '' ? null : <SectionPath path={sectionTitle} />}
              <WrittenText variant="body2" text={text} sx={CLAMPED_LINES} />
            </TableCell>
            <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>{placeIn(runs[0], first)}</TableCell>
            <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>{placeIn(runs[1], second)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** The page of two kept runs beside each other. */
export function RunComparison({ firstId, secondId }: { firstId: string; secondId: string }) {
  const { t } = useTranslation('playground');
  const first = useStoredRun(firstId);
  const second = useStoredRun(secondId);
  const close = (
    <LinkButton size="small" variant="outlined" to={paths.run(firstId)}>
      {t('runs.compare.close')}
    </LinkButton>
  );
  if (first.run === undefined || second.run === undefined)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <FaultNotice error={first.error} onRetry={() => void first.refetch()} remedies={close} />
        <FaultNotice error={second.error} onRetry={() => void second.refetch()} remedies={close} />
        {first.isPending || second.isPending ? <SkeletonRows rows={4} height={72} bars={[0.3, 0.9]} /> : null}
      </Box>
    );
  const runs: [AnswerRun, AnswerRun] = [first.run, second.run];
  const settings = differingSettings(...runs);
  const passages = comparePassages(...runs);
  const sameAnswer =
    differingStatements(runs[0].answer, runs[1].answer).length === 0 &&
    differingStatements(runs[1].answer, runs[0].answer).length === 0;
  const samePassages = passages.every((passage) => passage.first === passage.second);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography role="status" sx={{ fontWeight: 600 }}>
          {t(`runs.compare.answer.${sameAnswer ? 'same' : 'differs'}`)}{' '}
          {t(`runs.compare.list.${samePassages ? 'same' : 'differs'}`)}
        </Typography>
        {close}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          marginBlockStart: 2,
        }}
      >
        <ComparedRun run={runs[0]} other={runs[1]} settings={settings} />
        <ComparedRun run={runs[1]} other={runs[0]} settings={settings} />
      </Box>
      <PassageTable passages={passages} runs={runs} />
    </>
  );
}

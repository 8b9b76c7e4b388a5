import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CitedUnits, Gap } from '#contract/gaps.ts';
import { citedUnits, listGaps } from '#contract/operations/reports.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { bandStyle } from '#src/ui/answer/answer-band.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { QuestionMenu } from './question-menu.tsx';

/** The questions of a group, each with its run. */
function GapRuns({ runs }: Pick<Gap, 'runs'>) {
  const { t } = useTranslation('answer');
  const formats = useFormats();
  return (
    <PlainList as="ul" sx={{ paddingInlineStart: 2, display: 'grid', gap: 0.5 }}>
      {runs.map(({ id, question, askedOn, band }) => (
        <Box
          component="li"
          key={id}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2' }}
        >
          <TextLink to={paths.run(id)} sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            <BidiText>{question}</BidiText>
          </TextLink>
          <Box component="span" sx={{ color: bandStyle(band).ink }}>
            {t(`band.${band}`)}
          </Box>
          <span>{formats.moment(askedOn)}</span>
        </Box>
      ))}
    </PlainList>
  );
}

function GapRow({ gap }: { gap: Gap }) {
  const { t } = useTranslation('inbox');
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const { question, times, notFound, lastOn, runs } = gap;
  return (
    <RecordItem
      open={open}
      summary={
        <>
          <ButtonBase
            aria-expanded={open}
            aria-label={t(open ? 'gaps.hide' : 'gaps.show', { question })}
            onClick={() => setOpen(!open)}
            sx={{
              typography: 'body1',
              fontWeight: 600,
              textAlign: 'start',
              justifyContent: 'flex-start',
              overflowWrap: 'anywhere',
              minBlockSize: 24,
            }}
          >
            <BidiText>{question}</BidiText>
          </ButtonBase>
          <SmallText tone="secondary">
            {[
              t('gaps.times', { count: times }),
              t('gaps.counts', {
                notFound: formats.number(notFound),
                weak: formats.number(times - notFound),
              }),
              t('gaps.last', { when: formats.moment(lastOn) }),
            ].join(' · ')}
          </SmallText>
        </>
      }
      actions={<QuestionMenu question={question} />}
    >
      {open ? <GapRuns runs={runs} /> : null}
    </RecordItem>
  );
}

/** Units with their links, and a figure after each. */
function UnitLinks({ heading, units }: { heading: string; units: readonly UnitLine[] }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="h3" sx={{ typography: 'body1', fontWeight: 600, marginBlock: '0 4px' }}>
        {heading}
      </Box>
      <PlainList as="ul" sx={{ display: 'grid', gap: 0.5 }}>
        {units.map(({ id, title, exists, figure }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            {exists ? (
              <TextLink to={paths.unit(id)}>
                <BidiText>{title}</BidiText>
              </TextLink>
            ) : (
              <BidiText>{title}</BidiText>
            )}
            {figure === undefined ? null : <SmallText tone="secondary">{figure}</SmallText>}
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}

type UnitLine = { id: number; title: string; exists: boolean; figure?: string };

function CitedUnitLists({ units: { most, never, neverTotal, read, partial } }: { units: CitedUnits }) {
  const { t } = useTranslation('inbox');
  const formats = useFormats();
  const more = neverTotal - never.length;
  return (
    <>
      <SmallText tone="secondary">
        {partial ? t('units.scopePartial', { max: formats.number(read) }) : t('units.scope', { count: read })}
      </SmallText>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          marginBlockStart: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box>
          <UnitLinks
            heading={t('units.most')}
            units={most.map(({ times, ...unit }) => ({
              ...unit,
              figure: t('units.times', { count: times }),
            }))}
          />
          {most.length === 0 ? <SmallText tone="secondary">{t('units.none')}</SmallText> : null}
        </Box>
        <Box>
          <UnitLinks heading={t('units.never')} units={never.map((unit) => ({ ...unit, exists: true }))} />
          {neverTotal === 0 ? <SmallText tone="secondary">{t('units.allCited')}</SmallText> : null}
          {more > 0 ? <SmallText tone="secondary">{t('units.more', { count: more })}</SmallText> : null}
        </Box>
      </Box>
    </>
  );
}

/** Kept questions without a sure answer, in groups, and which units answers cite. */
export function Gaps() {
  const { t } = useTranslation('inbox');
  const formats = useFormats();
  const gateway = useGateway();
  const { id, bot: botId } = useConnection();
  const paging = usePaging();
  const page = { offset: paging.page * paging.pageSize, limit: paging.pageSize };
  const gaps = useQuery({
    queryKey: [listGaps.id, id, botId, page],
    queryFn: () => gateway.call(listGaps, { query: page }),
    placeholderData: (before, query) => (query?.queryKey[2] === botId ? before : undefined),
  });
  const units = useRead(citedUnits, {});
  const { data } = gaps;
  return (
    <>
      <PageSection
        id="gaps"
        title={t('gaps.heading')}
        text={
          <>
            {data === undefined ? null : t(data.programs ? 'gaps.scopeOfAll' : 'gaps.scope')}
            {data?.partial === true ? ` ${t('gaps.partial', { max: formats.number(data.read) })}` : null}
          </>
        }
      >
        <QueryView query={gaps} pending={<SkeletonRows rows={6} height={56} />}>
          {({ items, total }) =>
            total === 0 ? (
              <EmptyState title={t('gaps.none')}>{t('gaps.noneText')}</EmptyState>
            ) : (
              <>
                <RecordList label={t('gaps.list')}>
                  {items.map((gap) => (
                    <GapRow key={gap.question} gap={gap} />
                  ))}
                </RecordList>
                <PagingFooter {...paging} total={total} label={t('gaps.paging')} />
              </>
            )
          }
        </QueryView>
      </PageSection>
      <PageSection id="cited-units" title={t('units.heading')}>
        <QueryView query={units} pending={<SkeletonRows rows={3} />}>
          {(shown) => (shown === null ? null : <CitedUnitLists units={shown} />)}
        </QueryView>
      </PageSection>
    </>
  );
}

import Columns2 from 'virtual:lucide/columns-2';
import Plus from 'virtual:lucide/plus';
import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ANSWER_BANDS } from '#contract/headers.ts';
import { RUN_VERDICTS, type RunSummary } from '#contract/runs.ts';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { bandStyle } from '#src/ui/answer/answer-band.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { IconLink } from '#src/ui/icon-action.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MoreButton } from '#src/ui/more-button.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { addDays } from '#src/ui/quota/calendar-days.ts';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { type RunFilter, useRunList } from './use-runs.ts';

const NO_FILTER: RunFilter = { search: '', whose: 'all', band: undefined, verdict: undefined };
const STATUSES = [...ANSWER_BANDS, ...RUN_VERDICTS] as const;

/** A kept question with how it ended, as a link to its run. */
function RunRow({ run, currentId }: { run: RunSummary; currentId: string | undefined }) {
  const { t } = useTranslation(['playground', 'answer']);
  const formats = useFormats();
  const { band, outcome, verdict, mine, askedBy } = run;
  const isForeign = useIsForeign();
  const current = run.id === currentId;
  const status =
    outcome !== 'complete'
      ? t(`runs.outcome.${outcome}`)
      : band === null
        ? // Another gateway does not say how sure its answers are.
          t(isForeign ? 'run.done' : 'runs.passages')
        : t(`answer:band.${band}`);
  const details = [
    status,
    ...(verdict === null ? [] : [t(`verdict.${verdict}`)]),
    formats.time(run.askedOn),
    ...(mine ? [] : [askedBy]),
  ];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <ListItemButton
        component={Link}
        to={paths.run(run.id)}
        selected={current}
        aria-current={current ? 'page' : undefined}
        sx={{ display: 'block', minWidth: 0, paddingInline: 1.5, paddingBlock: 0.75, borderRadius: 1 }}
      >
        <TruncatedText>{run.question}</TruncatedText>
        <Typography
          variant="caption"
          component="span"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary', minWidth: 0 }}
        >
          <Box
            aria-hidden
            component="span"
            sx={{
              width: 8,
              height: 8,
              borderRadius: '50%',
              flexShrink: 0,
              bgcolor:
                outcome === 'failed' ? 'brick.fill' : band === null ? 'line.firm' : bandStyle(band).fill,
            }}
          />
          <TruncatedText>{details.join(' · ')}</TruncatedText>
        </Typography>
      </ListItemButton>
      {currentId === undefined || current ? null : (
        <IconLink
          label={t('runs.compare.with', { question: run.question })}
          to={paths.run(currentId, { with: run.id })}
        >
          <Columns2 size={16} />
        </IconLink>
      )}
    </Box>
  );
}

type RunFiltersProps = { filter: RunFilter; onChange: (filter: RunFilter) => void };

/** Which of the kept questions are listed. */
function RunFilters({ filter, onChange }: RunFiltersProps) {
  const { t } = useTranslation(['playground', 'answer']);
  const isForeign = useIsForeign();
  const seesPrograms = useHasPermission('editKnowledge') === true;
  return (
    <>
      <SearchField
        value={filter.search}
        label={t('runs.search')}
        onChange={(search) => onChange({ ...filter, search })}
      />
      {isForeign ? null : (
        <ToggleChoice
          label={t('runs.whose')}
          value={filter.whose}
          options={[
            { value: 'all', label: t('runs.all') },
            { value: 'mine', label: t('runs.mine') },
            ...(seesPrograms ? [{ value: 'program' as const, label: t('runs.programs') }] : []),
          ]}
          onChange={(whose) => onChange({ ...filter, whose })}
        />
      )}
      <FilterSelect
        label={t('runs.status')}
        anyLabel={t('runs.anyStatus')}
        value={filter.band ?? filter.verdict}
        options={STATUSES}
        labelOf={(status) =>
          status === 'right' || status === 'wrong' ? t(`verdict.${status}`) : t(`answer:band.${status}`)
        }
        onChange={(status) =>
          onChange({
            ...filter,
            band: ANSWER_BANDS.find((band) => band === status),
            verdict: RUN_VERDICTS.find((verdict) => verdict === status),
          })
        }
      />
    </>
  );
}

function useDayLabel(now: Date): (day: string) => string {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const today = formats.dayOf(now);
  return (day) =>
    day === today
      ? t('runs.today')
      : day === addDays(today, -1)
        ? t('runs.yesterday')
        : formats.day(day, 'short');
}

/** The kept questions of the bot by day, newest first, to be opened again. */
export function RunList({ currentId }: { currentId: string | undefined }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const headingId = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useRunList(filter);
  const { data, dataUpdatedAt, error, isPending, refetch } = list;
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  const days = [...Map.groupBy(runs, ({ askedOn }) => formats.dayOf(askedOn))];
  const isForeign = useIsForeign();
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  const dayLabel = useDayLabel(new Date(dataUpdatedAt));
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        padding: 2,
        alignContent: 'start',
        '& .MuiOutlinedInput-root': { width: '100%' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography id={headingId} variant="h3" component="h2">
          {t('runs.title')}
        </Typography>
        <LinkButton to={paths.playground()} size="small" startIcon={<Plus size={16} />}>
          {t('runs.new')}
        </LinkButton>
      </Box>
      <RunFilters filter={filter} onChange={setFilter} />
      <FaultNotice error={error} onRetry={() => void refetch()} />
      {isPending ? <SkeletonRows rows={4} height={44} bars={[0.9, 0.5]} /> : null}
      {!isPending && error === null && runs.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(isFiltered ? 'runs.noMatch' : isForeign ? 'runs.noneHere' : 'runs.none')}
        </Typography>
      ) : null}
      {days.map(([day, ofDay]) => (
        <Box key={day}>
          <Typography variant="overline" component="h3" sx={{ color: 'text.tertiary' }}>
            {dayLabel(day)}
          </Typography>
          <PlainList>
            {ofDay.map((run) => (
              <RunRow key={run.id} run={run} currentId={currentId} />
            ))}
          </PlainList>
        </Box>
      ))}
      <MoreButton label={t('runs.more')} list={list} size="small" />
    </Box>
  );
}

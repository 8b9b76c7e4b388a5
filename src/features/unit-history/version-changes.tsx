import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { versionChanges } from '#contract/operations/versions.ts';
import type { VersionChanges as Changes, UnitVersion } from '#contract/versions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { PassageChange } from './passage-change.tsx';

const PAGE_SIZE = 25;

/** How many passages there are of each kind of change, and the sources that came or went. */
function Summary({ counts, sources }: Pick<Changes, 'counts' | 'sources'>) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const kinds = (['changed', 'added', 'removed', 'moved', 'same'] as const).filter(
    (kind) => counts[kind] > 0,
  );
  const isSame = kinds.length === 0 || (kinds.length === 1 && kinds[0] === 'same');
  return (
    <>
      <Typography role="status">
        {isSame
          ? t('changes.none')
          : formats.list(kinds.map((kind) => t(`changes.${kind}`, { count: counts[kind] })))}
      </Typography>
      {sources.map(({ kind, name }) => (
        <SmallText key={`${kind} ${name}`} tone="secondary">
          {t(`changes.source.${kind}`, { name })}
        </SmallText>
      ))}
    </>
  );
}

interface VersionChangesProps {
  unitId: number;
  number: number;
  /** Versions that it can be compared with. */
  versions: readonly UnitVersion[];
}

/** What a version changed, passage by passage, from the version before or any other. */
export function VersionChanges({ unitId, number, versions }: VersionChangesProps) {
  const { t } = useTranslation('history');
  const [params, setParams] = useSearchParams();
  const from = wholeNumber(params.get('from'));
  const page = (wholeNumber(params.get('page')) ?? 1) - 1;
  const changes = useRead(
    versionChanges,
    {
      params: { knowledgeId: unitId, version: number },
      query: { from, offset: page * PAGE_SIZE, limit: PAGE_SIZE },
    },
    { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );
  const change = (name: 'from' | 'page', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(name === 'from' ? {} : before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: name === 'from' },
    );
  const others = versions.filter((version) => version.number !== number && version.isKept);
  return (
    <Box
      component="section"
      aria-label={t('openNamed', { number })}
      sx={{ minWidth: 0, display: 'grid', gap: 2, alignContent: 'start' }}
    >
      <TextField
        select
        size="small"
        label={t('changes.with')}
        value={others.some((version) => version.number === from) ? from : ''}
        onChange={({ target }) => change('from', target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ justifySelf: 'start', minWidth: 200 }}
      >
        <MenuItem value="">{t('changes.before')}</MenuItem>
        {others.map((version) => (
          <MenuItem key={version.number} value={version.number}>
            {t('version', { number: version.number })}
          </MenuItem>
        ))}
      </TextField>
      <QueryView query={changes} pending={<SkeletonRows rows={4} height={104} bars={[0.2, 0.95, 0.8]} />}>
        {(data) => (
          <>
            <Typography variant="h3" component="h2">
              {data.from === 0
                ? t('changes.first', { to: data.to })
                : t('changes.title', { to: data.to, from: data.from })}
            </Typography>
            <Summary {...data} />
            <PlainList as="ol" aria-label={t('changes.items')}>
              {data.items.map((item, index) => (
                <PassageChange key={`${data.to} ${data.from} ${page} ${index}`} change={item} />
              ))}
            </PlainList>
            {data.total <= PAGE_SIZE ? null : (
              <Pagination
                page={page}
                pageSize={PAGE_SIZE}
                total={data.total}
                label={t('changes.paging')}
                pageSizeOptions={[PAGE_SIZE]}
                onPageChange={(next) => change('page', next === 0 ? '' : String(next + 1))}
                onPageSizeChange={() => {}}
              />
            )}
          </>
        )}
      </QueryView>
    </Box>
  );
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

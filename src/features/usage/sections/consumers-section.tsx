import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GROUPINGS, type Grouping } from '#contract/usage.ts';
import { type UsageGroup, useGroupLabel } from '#src/features/usage/use-group-label.ts';
import { useUsageConsumers } from '#src/features/usage/use-usage-queries.ts';
import type { UsageSectionProps } from '#src/features/usage/use-usage-view.ts';
import { paths } from '#src/paths.ts';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { DataTable, LinkCell, ShareBar } from '#src/ui/data-table.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { PagingFooter } from '#src/ui/pagination.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { Section } from '#src/ui/section.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useUsageColumns } from './usage-columns.tsx';

const PAGE_SIZES = [10, 25, 100] as const;

/** The top consumers: keys and actions filter the requests, units link to their page. */
export function ConsumersSection({ view, days, onChange }: UsageSectionProps) {
  const { t } = useTranslation('usage');
  const groupLabel = useGroupLabel();
  const { ledger, who } = view;
  const columns = useUsageColumns(ledger);
  const resetKey = `${ledger} ${who} ${days.from} ${days.to}`;
  const [pageState, setPageState] = useState({ resetKey, page: 0 });
  const [limit, setLimit] = useState<number>(PAGE_SIZES[0]);
  const page = pageState.resetKey === resetKey ? pageState.page : 0;
  const consumers = useUsageConsumers({ ledger, ...days, by: who, offset: page * limit, limit });
  const nameOf = (group: UsageGroup) => {
    const name = <bdi>{groupLabel(who, group)}</bdi>;
    if (who === 'unit')
      return group.name === '' ? name : <TextLink to={paths.unit(group.id)}>{name}</TextLink>;
    if (group.id === '') return name;
    return (
      <LinkCell
        title={t('consumers.only', { name: groupLabel(who, group) })}
        onClick={() =>
          onChange(who === 'key' ? { key: group.id, action: '' } : { action: group.id, key: '' })
        }
      >
        {name}
      </LinkCell>
    );
  };
  return (
    <Section
      heading={t('consumers.title')}
      sx={{ borderInlineEnd: { lg: 1 }, borderColor: { lg: 'line.soft' } }}
      action={
        <ChipSelect<Grouping>
          label={t('consumers.by')}
          value={who}
          options={GROUPINGS.map((value) => ({ value, name: t(`consumers.${value}`) })).toReversed()}
          onChange={(next) => onChange({ who: next })}
        />
      }
    >
      <QueryView
        query={consumers}
        pending={<SkeletonRows rows={4} height={48} bars={[0.8]} />}
        isEmpty={(list) => list.items.length === 0}
        empty={<Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('use.nothing')}</Typography>}
      >
        {(list) => (
          <>
            <DataTable
              label={t('consumers.title')}
              items={list.items}
              keyOf={({ id }) => id}
              columns={[
                { key: 'name', name: t(`use.${who}`), renderCell: nameOf },
                { ...columns.calls, hideOnNarrow: true },
                columns.amount,
                {
                  key: 'share',
                  name: t('columns.share'),
                  numeric: true,
                  renderCell: ({ amount }) => (
                    <ShareBar share={list.amount === 0 ? 0 : amount / list.amount} />
                  ),
                },
              ]}
            />
            <PagingFooter
              page={page}
              pageSize={limit}
              total={list.total}
              label={t('consumers.paging')}
              pageSizeOptions={PAGE_SIZES}
              onPageChange={(next) => setPageState({ resetKey, page: next })}
              onPageSizeChange={(rows) => {
                setLimit(rows);
                setPageState({ resetKey, page: 0 });
              }}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

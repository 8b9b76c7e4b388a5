import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { GROUPINGS, type Grouping } from '#contract/usage.ts';
import { type UsageGroup, useGroupLabel } from '#src/features/usage/use-group-label.ts';
import { useUsageConsumers } from '#src/features/usage/use-usage-queries.ts';
import type { UsageSectionProps } from '#src/features/usage/use-usage-view.ts';
import { paths } from '#src/paths.ts';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { DataTable, LinkCell, ShareBar } from '#src/ui/data-table.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { Section } from '#src/ui/section.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useUsageColumns } from './usage-columns.tsx';

type ConsumerNameProps = Pick<UsageSectionProps, 'onChange'> & { group: UsageGroup; who: Grouping };

/** The name of a key or an action filters the requests, that of a unit opens the unit. */
function ConsumerName({ group: { id, name }, who, onChange }: ConsumerNameProps) {
  const { t } = useTranslation('usage');
  const label = useGroupLabel()(who, { id, name });
  const text = <bdi>{label}</bdi>;
  if (who === 'unit') return name === '' ? text : <TextLink to={paths.unit(id)}>{text}</TextLink>;
  if (id === '') return text;
  return (
    <LinkCell
      title={t('consumers.only', { name: label })}
      onClick={() => onChange(who === 'key' ? { key: id, action: '' } : { action: id, key: '' })}
    >
      {text}
    </LinkCell>
  );
}

/** The top consumers: keys and actions filter the requests, units link to their page. */
export function ConsumersSection({ view, days, onChange }: UsageSectionProps) {
  const { t } = useTranslation('usage');
  const { ledger, who } = view;
  const columns = useUsageColumns(ledger);
  const paging = usePaging(undefined, `${ledger} ${who} ${days.from} ${days.to}`);
  const { page, pageSize: limit } = paging;
  const consumers = useUsageConsumers({ ledger, ...days, by: who, offset: page * limit, limit });
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
                {
                  key: 'name',
                  name: t(`use.${who}`),
                  renderCell: (group) => <ConsumerName group={group} who={who} onChange={onChange} />,
                },
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
            <PagingFooter {...paging} total={list.total} label={t('consumers.paging')} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

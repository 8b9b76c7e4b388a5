import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grouping } from '#contract/usage.ts';
import { GROUPINGS } from '#contract/usage.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { Paging } from '#src/components/paging.tsx';
import { Section } from '#src/components/section.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ChipChoice } from './chip-choice.tsx';
import { FiguresTable } from './figures-table.tsx';
import { ShareBar } from './share-bar.tsx';
import type { Days } from './stretch.ts';
import { useConsumers } from './use-figures.ts';
import { useGroupName } from './use-group-name.ts';
import type { View } from './use-view.ts';

const SIZES = [10, 25, 100] as const;

type ConsumersSectionProps = { view: View; days: Days; onChange: (change: Partial<View>) => void };

/** Who used most: each leads to its calls, a unit also to its page. */
export function ConsumersSection({ view, days, onChange }: ConsumersSectionProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const nameGroup = useGroupName();
  const { ledger, who } = view;
  const place = `${ledger} ${who} ${days.from} ${days.to}`;
  const [at, setAt] = useState({ place, page: 0 });
  const [limit, setLimit] = useState<number>(SIZES[0]);
  const page = at.place === place ? at.page : 0;
  const { data, error, refetch } = useConsumers({ ledger, ...days, by: who, offset: page * limit, limit });
  const nameOf = (group: { id: string; name: string }) => {
    const name = <bdi>{nameGroup(who, group)}</bdi>;
    if (who === 'unit')
      return group.name === '' ? name : <TextLink to={paths.unit(group.id)}>{name}</TextLink>;
    if (group.id === '') return name;
    const only: Partial<View> = who === 'key' ? { key: group.id, action: '' } : { action: group.id, key: '' };
    return (
      <Link
        component="button"
        type="button"
        sx={{ textAlign: 'start', font: 'inherit' }}
        title={t('consumers.only', { name: nameGroup(who, group) })}
        onClick={() => onChange(only)}
      >
        {name}
      </Link>
    );
  };
  return (
    <Section
      heading={t('consumers.title')}
      sx={{ borderInlineEnd: { lg: 1 }, borderColor: { lg: 'line.soft' } }}
      action={
        <ChipChoice<Grouping>
          label={t('consumers.by')}
          value={who}
          choices={GROUPINGS.map((value) => ({ value, name: t(`consumers.${value}`) })).toReversed()}
          onChange={(next) => onChange({ who: next })}
        />
      }
    >
      {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} height={48} bars={[0.8]} />
        ) : null
      ) : data === null || data.items.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('consumers.nothing')}</Typography>
      ) : (
        <>
          <FiguresTable
            label={t('consumers.title')}
            columns={[
              { key: 'name', name: t(`use.${who}`) },
              { key: 'calls', name: t('columns.calls'), numeric: true, wide: true },
              { key: 'amount', name: t(`columns.amount.${ledger}`), numeric: true },
              { key: 'share', name: t('columns.share'), numeric: true },
            ]}
            rows={data.items.map((group) => ({
              key: group.id,
              cells: {
                name: nameOf(group),
                calls: formats.number(group.calls),
                amount: <Box sx={{ fontWeight: 600 }}>{formats.number(group.amount)}</Box>,
                share: <ShareBar share={data.amount === 0 ? 0 : group.amount / data.amount} />,
              },
            }))}
          />
          {data.total > SIZES[0] ? (
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', marginBlockStart: 1.5 }}>
              <Paging
                page={page}
                pageSize={limit}
                total={data.total}
                label={t('consumers.paging')}
                sizes={SIZES}
                onPage={(next) => setAt({ place, page: next })}
                onPageSize={(rows) => {
                  setLimit(rows);
                  setAt({ place, page: 0 });
                }}
              />
            </Box>
          ) : null}
        </>
      )}
    </Section>
  );
}

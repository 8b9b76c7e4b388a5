import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useGroupLabel } from '#src/features/usage/use-group-label.ts';
import { useUsageRequests } from '#src/features/usage/use-usage-queries.ts';
import type { UsageSectionProps } from '#src/features/usage/use-usage-view.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { Section } from '#src/ui/section.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useKeyedState } from '#src/ui/use-keyed-state.ts';
import { useRequestColumns } from './request-columns.tsx';

const PAGE_SIZE = 10;

type CursorPagingProps = {
  /** Cursors of the pages up to the current page. */
  after: readonly string[];
  next: string | null;
  onChange: (after: readonly string[]) => void;
};

function CursorPaging({ after, next, onChange }: CursorPagingProps) {
  const { t } = useTranslation('usage');
  return (
    <Box
      component="nav"
      aria-label={t('calls.paging')}
      sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, marginBlockStart: 1.5 }}
    >
      <Button
        size="small"
        variant="outlined"
        disabled={after.length === 0}
        onClick={() => onChange(after.slice(0, -1))}
      >
        {t('calls.newer')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        disabled={next === null}
        onClick={() => onChange([...after, next ?? ''])}
      >
        {t('calls.older')}
      </Button>
    </Box>
  );
}

type FilterChipProps = Pick<UsageSectionProps, 'onChange'> & {
  group: 'key' | 'action';
  id: string;
  name: string;
};

/** The key or action whose requests are shown, with the way back to all. */
function FilterChip({ group, id, name, onChange }: FilterChipProps) {
  const { t } = useTranslation('usage');
  const groupLabel = useGroupLabel();
  return (
    <Chip
      label={t('calls.only', { name: groupLabel(group, { id, name }) })}
      variant="outlined"
      onDelete={() => onChange({ key: '', action: '' })}
      title={t('calls.all')}
    />
  );
}

/** Requests, newest first, rejected ones counted by the minute; the id finds a request in the gateway's log. */
export function RequestsSection({ view, days, onChange }: UsageSectionProps) {
  const { t } = useTranslation('usage');
  const { ledger, key, action } = view;
  const columns = useRequestColumns(ledger);
  /** Cursors of the pages up to the current page: pages open one after the other. */
  const [after, setAfter] = useKeyedState<readonly string[]>(
    `${ledger} ${days.from} ${days.to} ${key} ${action}`,
    [],
  );
  const calls = useUsageRequests({
    ledger,
    ...days,
    key: key || undefined,
    action: action || undefined,
    after: after.at(-1),
    limit: PAGE_SIZE,
  });
  const keyName = calls.data?.items.find(({ keyId }) => keyId === key)?.keyName ?? '';
  return (
    <Section
      heading={t('calls.title')}
      sx={{ borderBlockStart: 1, borderColor: 'line.soft' }}
      action={
        key !== '' ? (
          <FilterChip group="key" id={key} name={keyName} onChange={onChange} />
        ) : action !== '' ? (
          <FilterChip group="action" id={action} name="" onChange={onChange} />
        ) : undefined
      }
    >
      <QueryView
        query={calls}
        pending={<SkeletonRows rows={4} height={48} bars={[0.8]} />}
        isEmpty={(list) => list.items.length === 0 && after.length === 0 && list.next === null}
        empty={
          <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('calls.nothing')}</Typography>
        }
      >
        {(list) => (
          <>
            {list.items.length > 0 ? null : (
              <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('calls.noneYet')}</Typography>
            )}
            <DataTable
              label={t('calls.title')}
              items={list.items}
              keyOf={({ on, requestId }) => `${on} ${requestId}`}
              columns={columns}
            />
            {after.length > 0 || list.next !== null ? (
              <CursorPaging after={after} next={list.next} onChange={setAfter} />
            ) : null}
          </>
        )}
      </QueryView>
    </Section>
  );
}

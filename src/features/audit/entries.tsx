import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditList } from '#contract/audit.ts';
import { Paging } from '#src/components/paging.tsx';
import { EntryList } from './entry-list.tsx';
import { EntryTable } from './entry-table.tsx';
import { OlderButton } from './older-button.tsx';
import { type AuditView, PAGE_SIZES } from './use-audit-filters.ts';
import { useZoneTimes } from './use-zone-times.ts';

type EntriesProps = { list: AuditList; view: AuditView; onChange: (change: Partial<AuditView>) => void };

/** A page of changes: a table, on phones a list, and the way to the other pages. */
export function Entries({ list, view, onChange }: EntriesProps) {
  const { t } = useTranslation('audit');
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const times = useZoneTimes(list.zone);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const Shape = wide ? EntryTable : EntryList;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Shape items={list.items} times={times} open={open} onToggle={toggle} />
      {list.total <= PAGE_SIZES[0] ? null : (
        <Paging
          page={view.page}
          pageSize={view.pageSize}
          total={list.total}
          atLeast={list.older !== null}
          label={t('paging')}
          sizes={PAGE_SIZES}
          onPage={(page) => onChange({ page })}
          onPageSize={(pageSize) => onChange({ pageSize })}
        />
      )}
      {list.older === null ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography variant="body2" color="text.secondary">
            {t('older.found', { total: list.total })} {t('older.text', { id: list.older })}
          </Typography>
          <OlderButton older={list.older} onChange={onChange} />
        </Box>
      )}
    </Box>
  );
}

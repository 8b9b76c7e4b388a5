import ChevronDown from 'virtual:lucide/chevron-down';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { SxProps, Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { useAuditLabels } from './use-audit-labels.ts';

/** Day and time of an entry, in the bot's zone. */
function EntryTime({ on }: { on: string }) {
  const formats = useFormats();
  return (
    <Box
      component="time"
      dateTime={on}
      title={formats.full(on)}
      sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      {formats.date(on)} {formats.time(on)}
    </Box>
  );
}

const detailsId = ({ id }: AuditEntry) => `change-${id}`;

type EntryToggleProps = { entry: AuditEntry; open: boolean; onToggle: (id: number) => void };

/** Opens and closes the details of a change. */
function EntryToggle({ entry, open, onToggle }: EntryToggleProps) {
  const { t } = useTranslation('audit');
  return (
    <IconButton
      aria-label={t('details.showOf', { id: entry.id })}
      aria-expanded={open}
      aria-controls={open ? detailsId(entry) : undefined}
      onClick={() => onToggle(entry.id)}
      sx={{ '& svg': { transform: open ? 'rotate(180deg)' : 'none' } }}
    >
      <ChevronDown size={20} />
    </IconButton>
  );
}

const tableStyle: SxProps<Theme> = {
  tableLayout: 'fixed',
  '& .MuiTableCell-root': { borderColor: 'line.soft', fontSize: 'inherit', paddingInline: '12px' },
  '& .MuiTableCell-root:first-of-type': { paddingInlineStart: 0 },
  '& .MuiTableCell-head': {
    height: 40,
    paddingBlock: 0,
    borderColor: 'line.firm',
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: 'text.secondary',
  },
  '& .MuiTableCell-body': { paddingBlock: '8px' },
};

/** Entries as rows; the details of an open entry follow it. */
export function EntryTable({ items, openIds, onToggle, renderAction }: EntriesProps) {
  const { t } = useTranslation('audit');
  const auditLabels = useAuditLabels();
  return (
    <Table aria-label={t('list')} sx={tableStyle}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: 176 }}>{t('column.when')}</TableCell>
          <TableCell sx={{ width: '26%' }}>{t('column.who')}</TableCell>
          <TableCell>{t('column.what')}</TableCell>
          <TableCell sx={{ width: 64 }}>
            <span className="visually-hidden">{t('details.show')}</span>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((entry) => {
          const isOpen = openIds.has(entry.id);
          const cell = isOpen ? { borderBlockEnd: 0 } : {};
          return (
            <Fragment key={entry.id}>
              <TableRow>
                <TableCell sx={cell}>
                  <EntryTime on={entry.on} />
                </TableCell>
                <TableCell sx={{ ...cell, overflowWrap: 'anywhere' }}>
                  <BidiText>{auditLabels.actor(entry.actor)}</BidiText>
                </TableCell>
                <TableCell sx={cell}>
                  <EntrySentence entry={entry} />
                  {renderAction(entry)}
                </TableCell>
                <TableCell align="right" sx={cell}>
                  <EntryToggle entry={entry} open={isOpen} onToggle={onToggle} />
                </TableCell>
              </TableRow>
              {isOpen ? (
                <TableRow>
                  <TableCell colSpan={4} sx={{ '&&': { paddingBlock: 0 } }}>
                    <EntryDetails id={detailsId(entry)} entry={entry} />
                  </TableCell>
                </TableRow>
              ) : null}
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
}

export type EntriesProps = {
  items: readonly AuditEntry[];
  /** Ids of the entries whose details are open. */
  openIds: ReadonlySet<number>;
  onToggle: (id: number) => void;
  /** What can still be done about a change, below its sentence. */
  renderAction: (entry: AuditEntry) => ReactNode;
};

/** Entries on narrow screens: the event, then actor and time. */
export function EntryList({ items, openIds, onToggle, renderAction }: EntriesProps) {
  const { t } = useTranslation('audit');
  const auditLabels = useAuditLabels();
  return (
    <Box
      component="ul"
      aria-label={t('list')}
      sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
    >
      {items.map((entry) => {
        const isOpen = openIds.has(entry.id);
        return (
          <Box
            key={entry.id}
            component="li"
            sx={{ paddingBlock: 1, borderBlockEnd: 1, borderColor: 'line.soft' }}
          >
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
              <Box sx={{ flex: 1, minWidth: 0, paddingBlockStart: 0.75 }}>
                <EntrySentence entry={entry} />
                <Box
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    columnGap: 1.5,
                    typography: 'body2',
                    color: 'text.secondary',
                    overflowWrap: 'anywhere',
                  }}
                >
                  <BidiText>{auditLabels.actor(entry.actor)}</BidiText>
                  <EntryTime on={entry.on} />
                </Box>
                {renderAction(entry)}
              </Box>
              <EntryToggle entry={entry} open={isOpen} onToggle={onToggle} />
            </Box>
            {isOpen ? <EntryDetails id={detailsId(entry)} entry={entry} /> : null}
          </Box>
        );
      })}
    </Box>
  );
}

import type { SxProps, Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { EntryDetails } from './entry-details.tsx';
import type { EntriesProps } from './entry-list.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { EntryToggle } from './entry-toggle.tsx';
import { EntryWhen } from './entry-when.tsx';
import { useAuditWords } from './use-audit-words.ts';

const look: SxProps<Theme> = {
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

/** Changes a row each; the details of one open below it. */
export function EntryTable({ items, times, open, onToggle }: EntriesProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  return (
    <Table aria-label={t('list')} sx={look}>
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
          const isOpen = open.has(entry.id);
          const detailsId = `change-${entry.id}`;
          const cell = isOpen ? { borderBlockEnd: 0 } : {};
          return (
            <Fragment key={entry.id}>
              <TableRow>
                <TableCell sx={cell}>
                  <EntryWhen on={entry.on} times={times} />
                </TableCell>
                <TableCell sx={{ ...cell, overflowWrap: 'anywhere' }}>
                  <BidiText>{words.actor(entry.actor)}</BidiText>
                </TableCell>
                <TableCell sx={cell}>
                  <EntrySentence entry={entry} />
                </TableCell>
                <TableCell align="right" sx={cell}>
                  <EntryToggle
                    number={entry.id}
                    open={isOpen}
                    controls={detailsId}
                    onToggle={() => onToggle(entry.id)}
                  />
                </TableCell>
              </TableRow>
              {isOpen ? (
                <TableRow>
                  <TableCell colSpan={4} sx={{ '&&': { paddingBlock: 0 } }}>
                    <EntryDetails id={detailsId} entry={entry} times={times} />
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

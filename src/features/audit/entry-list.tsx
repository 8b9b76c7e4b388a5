import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { EntryToggle } from './entry-toggle.tsx';
import { EntryWhen } from './entry-when.tsx';
import { useAuditWords } from './use-audit-words.ts';
import type { ZoneTimes } from './use-zone-times.ts';

export type EntriesProps = {
  items: readonly AuditEntry[];
  times: ZoneTimes;
  /** Numbers of the changes whose details show. */
  open: ReadonlySet<number>;
  onToggle: (id: number) => void;
};

/** The same for narrow screens: what, then who and when. */
export function EntryList({ items, times, open, onToggle }: EntriesProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  return (
    <Box
      component="ul"
      aria-label={t('list')}
      sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
    >
      {items.map((entry) => {
        const isOpen = open.has(entry.id);
        const detailsId = `change-${entry.id}`;
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
                  <BidiText>{words.actor(entry.actor)}</BidiText>
                  <EntryWhen on={entry.on} times={times} />
                </Box>
              </Box>
              <EntryToggle
                number={entry.id}
                open={isOpen}
                controls={detailsId}
                onToggle={() => onToggle(entry.id)}
              />
            </Box>
            {isOpen ? <EntryDetails id={detailsId} entry={entry} times={times} /> : null}
          </Box>
        );
      })}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import Search from 'lucide-react/icons/search';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { BidiText } from '#src/components/bidi-text.tsx';
import type { Hit } from './use-search-hits.ts';
import { useSearchHits } from './use-search-hits.ts';

type PaletteDialogProps = { open: boolean; onClose: () => void };

/** A combobox over pages and units: arrows choose, Enter goes, Escape closes. */
export function PaletteDialog({ open, onClose }: PaletteDialogProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { hits, searching } = useSearchHits(query);
  const current = Math.min(chosen, Math.max(0, hits.length - 1));
  const optionId = (index: number) => `${listId}-${index}`;

  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') go(hits[current]);
    else if (event.key === 'ArrowDown') setChosen((current + 1) % Math.max(1, hits.length));
    else if (event.key === 'ArrowUp') setChosen((current + hits.length - 1) % Math.max(1, hits.length));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={t('search')}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        transition: {
          onExited: () => {
            setQuery('');
            setChosen(0);
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, paddingInline: 2.5, height: 56 }}>
        <Search size={20} />
        <InputBase
          autoFocus
          fullWidth
          value={query}
          placeholder={t('search')}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              dir: 'auto',
              'aria-label': t('search'),
              'aria-expanded': hits.length > 0,
              'aria-controls': listId,
              'aria-activedescendant': hits.length > 0 ? optionId(current) : undefined,
              'aria-autocomplete': 'list',
            },
          }}
          sx={{ '& input': { outline: 'none' } }}
        />
      </Box>
      <Box
        id={listId}
        role="listbox"
        aria-label={t('searchShort')}
        sx={{
          borderBlockStart: 1,
          borderColor: 'line.soft',
          maxHeight: '50dvh',
          overflowY: 'auto',
          paddingBlock: 1,
        }}
      >
        {(['pages', 'units'] as const).map((group) => (
          <HitGroup key={group} group={group} hits={hits} current={current} optionId={optionId} onGo={go} />
        ))}
      </Box>
      {hits.length === 0 && !searching ? (
        <Typography role="status" sx={{ paddingInline: 2.5, paddingBlockEnd: 2, color: 'text.secondary' }}>
          {t('searchNothing', { query })}
        </Typography>
      ) : null}
    </Dialog>
  );
}

type HitGroupProps = {
  group: Hit['group'];
  hits: readonly Hit[];
  current: number;
  optionId: (index: number) => string;
  onGo: (hit: Hit) => void;
};

function HitGroup({ group, hits, current, optionId, onGo }: HitGroupProps) {
  const { t } = useTranslation('shell');
  if (hits.every((hit) => hit.group !== group)) return null;
  return (
    <Box role="group" aria-label={t(group === 'pages' ? 'searchPages' : 'searchUnits')}>
      <Typography
        variant="caption"
        component="div"
        aria-hidden
        sx={{ paddingInline: 2.5, color: 'text.tertiary' }}
      >
        {t(group === 'pages' ? 'searchPages' : 'searchUnits')}
      </Typography>
      {hits.map((hit, index) =>
        hit.group === group ? (
          // Keys go to the input, which names the current option; a pointer clicks.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <Box
            key={hit.key}
            id={optionId(index)}
            role="option"
            aria-selected={index === current}
            onClick={() => onGo(hit)}
            sx={{
              paddingInline: 2.5,
              paddingBlock: 1,
              cursor: 'pointer',
              bgcolor: index === current ? 'teal.wash' : undefined,
              color: index === current ? 'teal.ink' : undefined,
              '&:hover': { bgcolor: index === current ? 'teal.wash' : 'background.hover' },
            }}
          >
            <BidiText>{hit.label}</BidiText>
          </Box>
        ) : null,
      )}
    </Box>
  );
}

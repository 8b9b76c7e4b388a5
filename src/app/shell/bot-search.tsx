import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import Search from 'lucide-react/icons/search';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#src/api/fold-text.ts';
import { BidiText } from '#src/components/bidi-text.tsx';

type BotSearchProps = {
  bots: readonly { id: number; name: string }[];
  current: string;
  onChoose: (id: number) => void;
  onClose: () => void;
};

/** A combobox over many bots: arrows choose, Enter goes, Escape closes. */
export function BotSearch({ bots, current, onChoose, onClose }: BotSearchProps) {
  const { t } = useTranslation('shell');
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const folded = foldText(query.trim());
  const hits = bots.filter(({ id, name }) => foldText(name).includes(folded) || String(id) === folded);
  const at = Math.min(chosen, Math.max(0, hits.length - 1));
  const optionId = (index: number) => `${listId}-${index}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const hit = hits[at];
    if (event.key === 'Enter' && hit !== undefined) onChoose(hit.id);
    else if (event.key === 'ArrowDown') setChosen((at + 1) % Math.max(1, hits.length));
    else if (event.key === 'ArrowUp') setChosen((at + hits.length - 1) % Math.max(1, hits.length));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label={t('searchBots')}
      fullWidth
      maxWidth="xs"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, paddingInline: 2.5, height: 56 }}>
        <Search size={20} />
        <InputBase
          autoFocus
          fullWidth
          value={query}
          placeholder={t('searchBots')}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              dir: query === '' ? undefined : 'auto',
              'aria-label': t('searchBots'),
              'aria-expanded': hits.length > 0,
              'aria-controls': listId,
              'aria-activedescendant': hits.length > 0 ? optionId(at) : undefined,
              'aria-autocomplete': 'list',
            },
          }}
          sx={{ '& input': { outline: 'none' } }}
        />
      </Box>
      <Box
        id={listId}
        role="listbox"
        aria-label={t('botList')}
        sx={{
          borderBlockStart: 1,
          borderColor: 'line.soft',
          maxHeight: '50dvh',
          overflowY: 'auto',
          paddingBlock: 1,
        }}
      >
        {hits.map(({ id, name }, index) => (
          // Keys go to the input, which names the current option; a pointer clicks.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <Box
            key={id}
            id={optionId(index)}
            ref={(option: HTMLElement | null) => {
              if (index === at) option?.scrollIntoView({ block: 'nearest' });
            }}
            role="option"
            aria-selected={index === at}
            onClick={() => onChoose(id)}
            sx={{
              paddingInline: 2.5,
              paddingBlock: 1,
              cursor: 'pointer',
              fontWeight: String(id) === current ? 600 : 400,
              bgcolor: index === at ? 'teal.wash' : undefined,
              color: index === at ? 'teal.ink' : undefined,
              '&:hover': { bgcolor: index === at ? 'teal.wash' : 'background.hover' },
            }}
          >
            <BidiText>{name}</BidiText>
          </Box>
        ))}
      </Box>
      {hits.length === 0 ? (
        <Typography role="status" sx={{ paddingInline: 2.5, paddingBlockEnd: 2, color: 'text.secondary' }}>
          {t('noBot')}
        </Typography>
      ) : null}
    </Dialog>
  );
}

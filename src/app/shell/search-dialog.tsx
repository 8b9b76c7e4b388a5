import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import Search from 'virtual:lucide/search';
import { Fragment, type KeyboardEvent, useId, useState } from 'react';
import { BidiText } from '#src/ui/bidi-text.tsx';

type SearchOption = {
  key: string;
  label: string;
  /** The heading it stands under; those of one group follow each other. */
  group?: string;
  /** It is the one in use now. */
  current?: boolean;
  onChoose: () => void;
};

type SearchDialogProps = {
  open: boolean;
  label: string;
  listLabel: string;
  width: 'xs' | 'sm';
  query: string;
  options: readonly SearchOption[];
  /** Where nothing was found; undefined while it is still searched. */
  nothing: string | undefined;
  onQuery: (query: string) => void;
  onClose: () => void;
  onExited?: () => void;
};

/** A combobox over many things: arrows choose, Enter goes, Escape closes. */
export function SearchDialog(props: SearchDialogProps) {
  const { open, label, listLabel, width, query, options, nothing, onQuery, onClose, onExited } = props;
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, options.length - 1));
  const optionId = (index: number) => `${listId}-${index}`;
  const groups = [...new Set(options.map(({ group }) => group))];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && options[at] !== undefined) options[at].onChoose();
    else if (event.key === 'ArrowDown') setChosen((at + 1) % Math.max(1, options.length));
    else if (event.key === 'ArrowUp') setChosen((at + options.length - 1) % Math.max(1, options.length));
    else return;
    event.preventDefault();
  };
  const items = (name: string | undefined) =>
    options.map(({ key, label: words, group, current = false, onChoose }, index) =>
      group === name ? (
        // Keys go to the input, which names the current option; a pointer clicks.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <Box
          key={key}
          id={optionId(index)}
          ref={(option: HTMLElement | null) => {
            if (index === at) option?.scrollIntoView({ block: 'nearest' });
          }}
          role="option"
          aria-selected={index === at}
          onClick={onChoose}
          sx={{
            paddingInline: 2.5,
            paddingBlock: 1,
            cursor: 'pointer',
            fontWeight: current ? 600 : 400,
            bgcolor: index === at ? 'teal.wash' : undefined,
            color: index === at ? 'teal.ink' : undefined,
            '&:hover': { bgcolor: index === at ? 'teal.wash' : 'background.hover' },
          }}
        >
          <BidiText>{words}</BidiText>
        </Box>
      ) : null,
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={label}
      fullWidth
      maxWidth={width}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        transition: {
          onExited: () => {
            setChosen(0);
            onExited?.();
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
          placeholder={label}
          onChange={(event) => {
            onQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              dir: query === '' ? undefined : 'auto',
              'aria-label': label,
              'aria-expanded': options.length > 0,
              'aria-controls': listId,
              'aria-activedescendant': options.length > 0 ? optionId(at) : undefined,
              'aria-autocomplete': 'list',
            },
          }}
          sx={{ '& input': { outline: 'none' } }}
        />
      </Box>
      <Box
        id={listId}
        role="listbox"
        aria-label={listLabel}
        sx={{
          borderBlockStart: 1,
          borderColor: 'line.soft',
          maxHeight: '50dvh',
          overflowY: 'auto',
          paddingBlock: 1,
        }}
      >
        {groups.map((group) =>
          group === undefined ? (
            <Fragment key="">{items(group)}</Fragment>
          ) : (
            <Box key={group} role="group" aria-label={group}>
              <Typography
                variant="caption"
                component="div"
                aria-hidden
                sx={{ paddingInline: 2.5, color: 'text.tertiary' }}
              >
                {group}
              </Typography>
              {items(group)}
            </Box>
          ),
        )}
      </Box>
      {options.length === 0 && nothing !== undefined ? (
        <Typography role="status" sx={{ paddingInline: 2.5, paddingBlockEnd: 2, color: 'text.secondary' }}>
          {nothing}
        </Typography>
      ) : null}
    </Dialog>
  );
}

import Search from 'virtual:lucide/search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import {
  type ComponentType,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';

export type SearchOption = {
  key: string;
  label: string;
  /** A second line, cut where it does not fit. */
  detail?: string;
  /** Heading above the option; options of one group are adjacent. */
  group?: string;
  Icon?: ComponentType<{ size?: number }>;
  /** Whether the option is in use now. */
  current?: boolean;
  /** A better match may replace the option in a moment: Enter waits, unless the arrows chose this option. */
  provisional?: boolean;
  onChoose: () => void;
};

type SearchDialogProps = {
  open: boolean;
  label: string;
  listLabel: string;
  width: 'xs' | 'sm';
  query: string;
  options: readonly SearchOption[];
  /** Options independent of the query, always shown below the results. */
  last?: readonly SearchOption[];
  /** Text for an empty result; undefined while searching. */
  nothing: string | undefined;
  onQuery: (query: string) => void;
  onClose: () => void;
};

type OptionRowProps = { id: string; option: SearchOption; active: boolean };

/** Keys go to the input, which names the current option; a pointer clicks. */
function OptionRow({ id, option, active }: OptionRowProps) {
  const { label, detail, Icon, current = false, onChoose } = option;
  return (
    <Box
      id={id}
      ref={(element: HTMLElement | null) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      aria-selected={active}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: detail === undefined ? 'center' : 'flex-start',
        gap: 1.5,
        paddingInline: 2.5,
        paddingBlock: 1,
        cursor: 'pointer',
        fontWeight: current ? 600 : 400,
        bgcolor: active ? 'teal.wash' : undefined,
        color: active ? 'teal.ink' : undefined,
        '&:hover': { bgcolor: active ? 'teal.wash' : 'background.hover' },
      }}
    >
      {Icon === undefined ? null : (
        <Box
          component="span"
          sx={{
            display: 'flex',
            flexShrink: 0,
            paddingBlockStart: detail === undefined ? 0 : '3px',
            color: 'text.tertiary',
          }}
        >
          <Icon size={18} />
        </Box>
      )}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <BidiText>{label}</BidiText>
        {detail === undefined ? null : (
          <TruncatedText sx={{ typography: 'body2', color: 'text.secondary' }}>{detail}</TruncatedText>
        )}
      </Box>
    </Box>
  );
}

/** A combobox over many things: arrows choose, Enter goes, Escape closes. */
export function SearchDialog(props: SearchDialogProps) {
  const { open, label, listLabel, width, query, options: results, last = [], nothing } = props;
  const { onQuery, onClose } = props;
  const options = [...results, ...last];
  const listId = useId();
  // The key, not the index: new results move the options.
  const [chosen, setChosen] = useState<string>();
  const activeIndex = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  );
  const move = (step: number) => setChosen(options.at((activeIndex + step) % options.length)?.key);
  const optionId = (index: number) => `${listId}-${index}`;
  const groups = [...new Set(results.map(({ group }) => group))];
  const [entered, setEntered] = useState(false);
  const isSettled = activeIndex !== 0 || options[activeIndex]?.provisional !== true;
  const choose = () => options[activeIndex]?.onChoose();
  const chooseLate = useEffectEvent(choose);
  useEffect(() => {
    if (entered && isSettled) chooseLate();
  }, [entered, isSettled]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && isSettled) choose();
    else if (event.key === 'Enter') setEntered(true);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  const row = (option: SearchOption, index: number) => (
    <OptionRow key={option.key} id={optionId(index)} option={option} active={index === activeIndex} />
  );
  const items = (name: string | undefined) =>
    results.map((option, index) => (option.group === name ? row(option, index) : null));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={label}
      fullWidth
      maxWidth={width}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
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
            setChosen(undefined);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              dir: query === '' ? undefined : 'auto',
              'aria-label': label,
              'aria-expanded': options.length > 0,
              'aria-controls': listId,
              'aria-activedescendant': options.length > 0 ? optionId(activeIndex) : undefined,
              'aria-autocomplete': 'list',
            },
          }}
          sx={{ '& input': { outline: 'none' } }}
        />
      </Box>
      {results.length === 0 && nothing !== undefined ? (
        <Typography role="status" sx={{ paddingInline: 2.5, paddingBlockEnd: 2, color: 'text.secondary' }}>
          {nothing}
        </Typography>
      ) : null}
      <Box
        id={listId}
        role="listbox"
        aria-label={listLabel}
        sx={{ borderBlockStart: 1, borderColor: 'line.soft' }}
      >
        <Box role="presentation" sx={{ maxHeight: 'min(60dvh, 480px)', overflowY: 'auto' }}>
          {groups.map((group) =>
            group === undefined ? (
              <Fragment key="">{items(group)}</Fragment>
            ) : (
              <Box key={group} role="group" aria-label={group} sx={{ paddingBlock: 1 }}>
                <Typography
                  variant="caption"
                  component="div"
                  aria-hidden
                  sx={{ paddingInline: 2.5, paddingBlock: 0.5, color: 'text.tertiary' }}
                >
                  {group}
                </Typography>
                {items(group)}
              </Box>
            ),
          )}
        </Box>
        {last.length === 0 ? null : (
          <Box role="presentation" sx={{ borderBlockStart: 1, borderColor: 'line.soft', paddingBlock: 0.5 }}>
            {last.map((option, index) => row(option, results.length + index))}
          </Box>
        )}
      </Box>
    </Dialog>
  );
}

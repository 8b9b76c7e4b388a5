import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/components/bidi-text.tsx';
import { StatusChip } from '#src/components/status-chip.tsx';
import { typedDirection } from '#src/components/typed-direction.ts';
import type { NamedUnit } from './use-named-units.ts';
import { useUnitSearch } from './use-unit-search.ts';

type IndexPickerProps = {
  names: readonly string[];
  /** What is known of the units behind the names. */
  units: readonly NamedUnit[];
  onChange: (names: string[]) => void;
};

function NameChip({ known, onDelete }: { known: NamedUnit; onDelete: (event: unknown) => void }) {
  const { t } = useTranslation('asking');
  const { t: tStatus } = useTranslation('statuses');
  const { name, unit, status } = known;
  const words =
    unit === null
      ? t('unknown')
      : typeof status === 'string' && status !== 'ready'
        ? t('notReady', { title: name, status: tStatus(status) })
        : undefined;
  return (
    <Chip
      label={<BidiText>{name}</BidiText>}
      title={words ?? name}
      onDelete={onDelete}
      deleteIcon={<X size={14} aria-label={t('remove', { title: name })} role="button" aria-hidden={false} />}
      {...(words === undefined
        ? {}
        : { icon: <TriangleAlert size={16} role="img" aria-label={words} aria-hidden={false} /> })}
      sx={{
        borderRadius: '6px',
        maxWidth: '100%',
        bgcolor: words === undefined ? 'teal.wash' : 'saffron.wash',
        color: words === undefined ? 'teal.ink' : 'saffron.ink',
        '& .lucide': { color: 'inherit !important' },
      }}
    />
  );
}

/** IndexNames: units searched on the server as one types, or any words at all. */
export function IndexPicker({ names, units, onChange }: IndexPickerProps) {
  const { t } = useTranslation('asking');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { found, searching, listed } = useUnitSearch(typed, open);
  const byTitle = new Map(found.map((unit) => [unit.title, unit.status]));
  const options = [...byTitle.keys()].filter((title) => !names.includes(title));
  const empty = open && typed.trim() !== '' && !searching && options.length === 0;
  return (
    <>
      <Autocomplete
        multiple
        freeSolo
        autoHighlight={typed !== ''}
        openOnFocus
        disableClearable
        clearOnBlur={false}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        value={[...names]}
        onChange={(_event, value) => onChange([...new Set(value.map((name) => name.trim()).filter(Boolean))])}
        inputValue={typed}
        onInputChange={(_event, text) => setTyped(text)}
        options={options}
        // The server has searched already, by rules of its own.
        filterOptions={(all) => all}
        loading={searching}
        loadingText={t('searching')}
        renderOption={({ key, ...props }, title) => {
          const status = byTitle.get(title);
          return (
            <Box
              component="li"
              key={key}
              {...props}
              sx={{ display: 'flex', gap: 2, justifyContent: 'space-between !important' }}
            >
              <BidiText>{title}</BidiText>
              {status === undefined ? null : <StatusChip status={status} />}
            </Box>
          );
        }}
        renderValue={(values, getItemProps) =>
          values.map((name, index) => {
            const { key, onDelete } = getItemProps({ index });
            const known = units.find((unit) => unit.name === name) ?? {
              name,
              unit: undefined,
              status: undefined,
            };
            return <NameChip key={key} known={known} onDelete={onDelete} />;
          })
        }
        renderInput={({ slotProps, id, disabled }) => (
          <InputBase
            id={id}
            disabled={disabled}
            ref={slotProps.input.ref}
            startAdornment={slotProps.input.startAdornment}
            inputProps={{
              ...slotProps.htmlInput,
              'aria-label': t('label'),
              dir: typedDirection(typed),
              placeholder: t('add'),
            }}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, width: '100%', typography: 'body2' }}
          />
        )}
        slotProps={{ paper: { sx: { border: 1, borderColor: 'line.firm' } } }}
        sx={{
          '& ::placeholder': { color: 'text.tertiary', opacity: 1 },
          '& input': { flex: '1 1 120px', minWidth: 120, height: 28, padding: 0 },
        }}
      />
      <Typography role="status" variant="caption" sx={{ color: 'text.tertiary' }}>
        {empty ? t(listed ? 'nothing' : 'noList') : ''}
      </Typography>
    </>
  );
}

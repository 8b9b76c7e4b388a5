import TriangleAlert from 'virtual:lucide/triangle-alert';
import X from 'virtual:lucide/x';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#common/fold-text.ts';
import type { UnitAvailability } from '#contract/unit-states.ts';
import { fetchUnitStates, fetchUnits } from '#src/api/client/units.ts';
import {
  useCapabilities,
  useCatalogueUnits,
  useConnection,
  useGateway,
} from '#src/api/hooks/gateway-context.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';
import { availabilityOf, isUnavailable, useAvailabilityText } from './availability.ts';
import { AvailabilityChip } from './availability-chip.tsx';
import { resolveUnitStatus, statusCodeOf } from './resolve-unit-status.ts';
import { StatusChip } from './status-chip.tsx';
import type { UnitByName } from './use-units-by-name.ts';

type UnitSearchResult = {
  title: string;
  status: ReturnType<typeof resolveUnitStatus> | undefined;
  /** Indexing failed, and no older index answers. */
  unanswerable: boolean;
  /** Whether it is in answers; undefined where the gateway does not say. */
  validity: UnitAvailability | undefined;
};

const DEBOUNCE_MS = 200;
const MAX_RESULTS = 20;

/** Rank by status: units that can be asked first, failed units last. */
const rankOf = ({ status, unanswerable, validity }: UnitSearchResult): number =>
  unanswerable || isUnavailable(validity) ? 2 : status === 'waiting' || status === 'indexing' ? 1 : 0;

/** Units whose title or description contains the words; without a list, units known to this browser. */
function useUnitSearch(text: string, enabled: boolean) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const catalogue = useCatalogueUnits();
  const search = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['units', connection.id, 'search', search, connection.statusNames],
    queryFn: async () => {
      const sort = search === '' ? '-modifiedOn' : 'title';
      const query = { search, offset: 0, limit: MAX_RESULTS, sort } as const;
      const status = statusCodeOf('ready', capabilities, connection);
      const ready = status === undefined ? undefined : await fetchUnits(gateway, { ...query, status });
      if (ready === null) return null;
      const isFull = (ready?.items.length ?? 0) >= MAX_RESULTS;
      const all = isFull ? ready : await fetchUnits(gateway, query);
      if (!all) return null;
      const readyIds = new Set(ready?.items.map(({ id }) => id));
      const items = [...(ready?.items ?? []), ...all.items.filter(({ id }) => !readyIds.has(id))];
      const states = await fetchUnitStates(
        gateway,
        items.map(({ id }) => id),
      );
      return { items, states: new Map(states?.map((state) => [state.id, state])) };
    },
    enabled: enabled && capabilities !== undefined,
    placeholderData: keepPreviousData,
  });
  const listed = data !== null;
  const cached = catalogue
    .filter(({ id, title }) => (!listed || id === undefined) && foldText(title).includes(foldText(search)))
    .slice(0, MAX_RESULTS)
    .map(({ title, sourceStatus }): UnitSearchResult => {
      const status =
        sourceStatus === undefined ? undefined : resolveUnitStatus(sourceStatus, capabilities, connection);
      return { title, status, unanswerable: false, validity: undefined };
    });
  const ofList = (data?.items ?? [])
    .map(({ id, title, sourceStatus }): UnitSearchResult => {
      const status = resolveUnitStatus(sourceStatus, capabilities, connection);
      const state = data?.states.get(id);
      const unanswerable = status === 'failed' && !state?.passages;
      return { title, status, unanswerable, validity: state && availabilityOf(state) };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  // A unit that was added here without an id may not be in the list yet.
  const results = [...ofList, ...cached];
  const isSearching = isFetching || search !== text.trim();
  // During a search, earlier results stay as far as they contain the words.
  const folded = foldText(text);
  const matching = isSearching ? results.filter(({ title }) => foldText(title).includes(folded)) : results;
  return { results: matching, searching: isSearching, listed };
}

type IndexPickerProps = {
  names: readonly string[];
  /** What is known of the units behind the names. */
  units: readonly UnitByName[];
  onChange: (names: string[]) => void;
};

function IndexNameChip({
  unit: namedUnit,
  onDelete,
}: {
  unit: UnitByName;
  onDelete: (event: unknown) => void;
}) {
  const { t } = useTranslation('indexPicker');
  const { t: tStatus } = useTranslation('statuses');
  const { name, unit, status, answers, validity } = namedUnit;
  const reason = useAvailabilityText()(validity);
  const warning =
    unit === null
      ? t('unknown')
      : reason !== undefined
        ? t('notSearched', { title: name, reason })
        : typeof status === 'string' && status !== 'ready' && !answers
          ? t('notReady', { title: name, status: tStatus(status) })
          : undefined;
  return (
    <Chip
      label={<BidiText>{name}</BidiText>}
      title={warning ?? name}
      onDelete={onDelete}
      deleteIcon={<X size={14} aria-label={t('remove', { title: name })} role="button" aria-hidden={false} />}
      {...(warning === undefined
        ? {}
        : { icon: <TriangleAlert size={16} role="img" aria-label={warning} aria-hidden={false} /> })}
      sx={{
        borderRadius: '6px',
        maxWidth: '100%',
        bgcolor: warning === undefined ? 'teal.wash' : 'saffron.wash',
        color: warning === undefined ? 'teal.ink' : 'saffron.ink',
        '& .lucide': { color: 'inherit !important' },
      }}
    />
  );
}

/** IndexNames: units searched on the server as one types, or any words at all. */
export function IndexPicker({ names, units, onChange }: IndexPickerProps) {
  const { t } = useTranslation('indexPicker');
  const [inputValue, setInputValue] = useState('');
  const [open, setOpen] = useState(false);
  const { results, searching: isSearching, listed } = useUnitSearch(inputValue, open);
  const byTitle = new Map(results.map((unit) => [unit.title, unit]));
  const options = [...byTitle.keys()].filter((title) => !names.includes(title));
  const empty = open && inputValue.trim() !== '' && !isSearching && options.length === 0;
  return (
    <>
      <Autocomplete
        multiple
        freeSolo
        autoHighlight={inputValue !== ''}
        openOnFocus
        disableClearable
        clearOnBlur={false}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        value={[...names]}
        onChange={(_event, value) => onChange([...new Set(value.map((name) => name.trim()).filter(Boolean))])}
        inputValue={inputValue}
        onInputChange={(_event, text) => setInputValue(text)}
        options={options}
        getOptionDisabled={(title) => byTitle.get(title)?.unanswerable === true}
        // The server has searched already, by rules of its own.
        filterOptions={(all) => all}
        loading={isSearching}
        loadingText={t('searching')}
        renderOption={({ key, ...props }, title) => {
          const { status, validity } = byTitle.get(title) ?? {};
          return (
            <Box
              component="li"
              key={key}
              {...props}
              sx={{ display: 'flex', gap: 2, justifyContent: 'space-between !important' }}
            >
              <BidiText>{title}</BidiText>
              {isUnavailable(validity) ? (
                <AvailabilityChip validity={validity} />
              ) : status === undefined ? null : (
                <StatusChip status={status} />
              )}
            </Box>
          );
        }}
        renderValue={(values, getItemProps) =>
          values.map((name, index) => {
            const { key, onDelete } = getItemProps({ index });
            const namedUnit = units.find((unit) => unit.name === name) ?? {
              name,
              unit: undefined,
              status: undefined,
              answers: false,
              validity: undefined,
            };
            return <IndexNameChip key={key} unit={namedUnit} onDelete={onDelete} />;
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
              dir: inputDirection(inputValue),
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

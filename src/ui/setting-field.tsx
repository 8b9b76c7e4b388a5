import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { SmallText } from './small-text.tsx';
import { ToggleChoice } from './toggle-choice.tsx';

type SettingFieldProps = {
  label: string;
  /** The interface's own name for it. */
  parameter?: string | undefined;
  help: string;
  /** Why it has no effect now. */
  note?: string | undefined;
};

function SettingField(props: SettingFieldProps & { labelId: string; children: ReactNode }) {
  const { label, parameter, help, note, labelId, children } = props;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Typography id={labelId} sx={{ fontWeight: 600 }}>
        {label}
        {parameter === undefined ? null : (
          <>
            {' '}
            <Box component="bdi" dir="ltr" sx={{ typography: 'mono', color: 'text.tertiary' }}>
              {parameter}
            </Box>
          </>
        )}
      </Typography>
      <SmallText tone="secondary">{help}</SmallText>
      {children}
      {note === undefined ? null : (
        <Typography variant="caption" sx={{ color: 'saffron.ink' }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}

type Choice<Value extends string> = {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A setting with a few values. */
export function ChoiceField<Value extends string>(props: SettingFieldProps & Choice<Value>) {
  const { value, options, onChange, ...field } = props;
  const labelId = useId();
  return (
    <SettingField {...field} labelId={labelId}>
      <ToggleChoice value={value} options={options} onChange={onChange} labelId={labelId} />
    </SettingField>
  );
}

type RangeProps = {
  min: number;
  max: number;
  /** Whole numbers only where it is 1. */
  step: number;
  rangeText: string;
  outOfRangeText: string;
  onChange: (value: number) => void;
};

/** A slider and a field for the same number. What is typed out of range stays in the field, says so and is not used. */
function RangeInput(props: RangeProps & { value: number; labelId: string }) {
  const { value, min, max, step, rangeText, outOfRangeText, labelId, onChange } = props;
  const [typed, setTyped] = useState<string>();
  const helpId = useId();
  const shown = typed ?? String(value);
  const isInRange = (text: string) => {
    const number = Number(text);
    return text.trim() !== '' && number >= min && number <= max && (step !== 1 || Number.isInteger(number));
  };
  const wrong = !isInRange(shown);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingInlineStart: 1.25, width: '100%' }}>
        <Slider
          size="small"
          value={value}
          min={min}
          max={max}
          step={step}
          aria-labelledby={labelId}
          onChange={(_event, next) => {
            setTyped(undefined);
            onChange(next);
          }}
        />
        <TextField
          size="small"
          value={shown}
          error={wrong}
          onChange={({ target }) => {
            setTyped(target.value);
            if (isInRange(target.value)) onChange(Number(target.value));
          }}
          onBlur={() => {
            if (!wrong) setTyped(undefined);
          }}
          slotProps={{
            htmlInput: {
              inputMode: 'decimal',
              dir: 'ltr',
              'aria-labelledby': labelId,
              'aria-describedby': helpId,
            },
          }}
          sx={{ width: 88, flexShrink: 0 }}
        />
      </Box>
      <Typography id={helpId} variant="caption" sx={{ color: wrong ? 'brick.ink' : 'text.tertiary' }}>
        {wrong ? outOfRangeText : rangeText}
      </Typography>
    </>
  );
}

type RangeFieldProps = SettingFieldProps &
  RangeProps & {
    /** Null: it is left to the server. */
    value: number | null;
    /** Leaves the number to the server or sets `initial` here; without it there is always a number. */
    server?: { serverLabel: string; ownLabel: string; initial: number; onServer: () => void };
  };

/** A setting that is a number within a range. */
export function RangeField(props: RangeFieldProps) {
  const { label, parameter, help, note, value, server, onChange } = props;
  const labelId = useId();
  return (
    <SettingField label={label} parameter={parameter} help={help} note={note} labelId={labelId}>
      {server === undefined ? null : (
        <ToggleChoice
          labelId={labelId}
          value={value === null ? 'server' : 'own'}
          options={[
            { value: 'server', label: server.serverLabel },
            { value: 'own', label: server.ownLabel },
          ]}
          onChange={(next) => (next === 'server' ? server.onServer() : onChange(server.initial))}
        />
      )}
      {value === null ? null : <RangeInput {...props} value={value} labelId={labelId} />}
    </SettingField>
  );
}

type SettingChipProps = {
  label: string;
  value: string;
  /** The default value, shown after the current value. */
  standard?: string;
  resetLabel: string;
  onReset: () => void;
};

/** A setting that differs from its default, with the way back. */
export function SettingChip({ label, value, standard, resetLabel, onReset }: SettingChipProps) {
  return (
    <Chip
      variant="outlined"
      label={
        <>
          {label}{' '}
          <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary', marginInline: 0.5 }}>
            {value}
          </Box>
          {standard === undefined ? null : (
            <>
              {' '}
              <Box component="span" sx={{ color: 'text.tertiary' }}>
                {standard}
              </Box>
            </>
          )}
        </>
      }
      sx={{ '& .MuiChip-deleteIcon': { color: 'text.secondary' } }}
      onDelete={onReset}
      deleteIcon={<X size={14} role="button" aria-hidden={false} aria-label={resetLabel} />}
    />
  );
}

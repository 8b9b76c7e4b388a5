import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '#common/fold-text.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';

type DateFieldProps = {
  label: string;
  /** A day of the calendar, `2026-11-21`; '' without one. */
  value: string;
  /** Told '' too where the text is no day. */
  onChange: (day: string) => void;
  /** The first and the last day that make sense. */
  min?: string | undefined;
  max?: string | undefined;
  error?: string | undefined;
};

/** Left-to-right override and its end: between them year, month and day keep their order in Arabic words and digits too. */
const LRO = '\u202D';
const PDF = '\u202C';
const DAY_MS = 86_400_000;
const COMPLETE = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)$/u;
/** Without the zeros that people leave out. */
const SHORT = /^(\d{4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,2})$/u;

/** A day as people write it, the year first, in either digits; undefined where the text is none. */
function parseDay(text: string, pattern: RegExp): string | undefined {
  const [, year, month, day] = pattern.exec(latinDigits(text.trim())) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // The thirtieth of February is read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
}

/** The typed text of a day and its day, which the arrow keys move; a day that is written out shows once the field is left. */
function useDayText({ value, onChange }: Pick<DateFieldProps, 'value' | 'onChange'>) {
  const formats = useFormats();
  const write = (day: string) => day.replace(/\d/gu, (digit) => formats.number(Number(digit)));
  const [text, setText] = useState(() => write(value));
  const [lastValue, setLastValue] = useState(value);
  const [hasLeft, setLeft] = useState(false);
  if (lastValue !== value) {
    // The page changed it by itself: back, a chip, "show all".
    setLastValue(value);
    setText(write(value));
  }
  const commit = (day: string) => {
    setLastValue(day);
    if (day !== value) onChange(day);
  };
  const show = (day: string) => {
    setText(write(day));
    commit(day);
  };
  const type = (next: string) => {
    setText(next);
    setLeft(false);
    commit(parseDay(next, COMPLETE) ?? '');
  };
  const leave = () => {
    const day = parseDay(text, SHORT) ?? parseDay(text, COMPLETE);
    setLeft(true);
    if (day !== undefined) show(day);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave();
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const time = Date.parse(`${value}T00:00:00Z`) + step * DAY_MS;
    show(value === '' ? formats.dayOf(Date.now()) : new Date(time).toISOString().slice(0, 10));
  };
  return { text, hasLeft, write, type, leave, handleKey };
}

/**
 * A day in the digits of the page, year first; the arrow keys move it by days. The browser's own field follows the language
 * of the browser instead, and shows a day of the page's left to right in the order of another country.
 */
export function DateField({ label, value, onChange, min, max, error }: DateFieldProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { direction } = useLocale();
  const [example] = useState(() => formats.dayOf(Date.now()));
  const { text, hasLeft, write, type, leave, handleKey } = useDayText({ value, onChange });
  const isDay = text.trim() === '' || value !== '';
  const problem = !isDay
    ? hasLeft && t('day.invalid', { example: `${LRO}${write(example)}${PDF}` })
    : value !== '' && min !== undefined && value < min
      ? t('day.early', { day: formats.day(min, 'short') })
      : value !== '' && max !== undefined && value > max && t('day.late', { day: formats.day(max, 'short') });
  const shown = error ?? (problem === false ? undefined : problem);
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      placeholder={t('day.format')}
      error={shown !== undefined}
      helperText={shown}
      onChange={({ target }) => type(target.value)}
      onBlur={leave}
      onKeyDown={handleKey}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { dir: 'ltr', inputMode: 'numeric', maxLength: 16, autoComplete: 'off' },
        formHelperText: { role: 'alert' },
      }}
      sx={{
        '& input': {
          fontVariantNumeric: 'tabular-nums',
          textAlign: direction === 'rtl' ? 'end' : 'start',
          // Digits of Arabic would turn the order of year, month and day.
          ...(text === '' ? {} : { unicodeBidi: 'bidi-override' }),
        },
      }}
    />
  );
}

import Search from 'virtual:lucide/search';
import X from 'virtual:lucide/x';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputDirection } from './input-direction.ts';

const DEBOUNCE_MS = 250;

type SearchFieldProps = {
  value: string;
  onChange: (search: string) => void;
  /** Accessible name, also a hint at what may be typed. */
  label: string;
  /** The label by default. */
  placeholder?: string;
};

/** The search of a list; it takes effect when the typing pauses. */
export function SearchField({ value, onChange, label, placeholder = label }: SearchFieldProps) {
  const { t } = useTranslation('pagination');
  const [inputValue, setInputValue] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Searches on their way to the address.
  const [sentValues, setSentValues] = useState<readonly string[]>([]);
  if (lastValue !== value) {
    setLastValue(value);
    const arrived = sentValues.indexOf(value.trim());
    setSentValues(arrived < 0 ? [] : sentValues.slice(arrived + 1));
    // The address changed by itself: back, a chip, "show all". When an own search arrives, more may have been typed.
    if (arrived < 0 && inputValue.trim() !== value.trim()) setInputValue(value);
  }
  const commit = useEffectEvent((text: string) => {
    if (text.trim() === value.trim()) return;
    setSentValues((sent) => [...sent, text.trim()]);
    onChange(text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => commit(inputValue), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [inputValue]);
  return (
    <OutlinedInput
      type="search"
      value={inputValue}
      onChange={(event) => setInputValue(event.target.value)}
      placeholder={placeholder}
      inputProps={{ 'aria-label': label, dir: inputDirection(inputValue), maxLength: 200 }}
      sx={{
        width: { xs: '100%', md: 264 },
        height: { xs: 44, md: 36 },
        fontSize: '0.8125rem',
        '& input': { paddingInlineStart: 0 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={18} />
        </InputAdornment>
      }
      endAdornment={
        inputValue === '' ? null : (
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={t('clearSearch')}
              onClick={() => setInputValue('')}
            >
              <X size={16} />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  );
}

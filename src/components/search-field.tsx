import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

const PAUSE_MS = 250;

type SearchFieldProps = {
  value: string;
  onChange: (search: string) => void;
  /** Its name for assistive technology, and what may be typed. */
  label: string;
  placeholder: string;
};

/** The search of a list; it takes effect when the typing pauses. */
export function SearchField({ value, onChange, label, placeholder }: SearchFieldProps) {
  const { t } = useTranslation('lists');
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  if (asked !== value) {
    // The address changed by itself: back, a chip, "show all".
    setAsked(value);
    if (typed.trim() !== value.trim()) setTyped(value);
  }
  const ask = useEffectEvent((text: string) => {
    if (text.trim() !== value.trim()) onChange(text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => ask(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <OutlinedInput
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={placeholder}
      inputProps={{ 'aria-label': label, dir: typed === '' ? undefined : 'auto', maxLength: 200 }}
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
        typed === '' ? null : (
          <InputAdornment position="end">
            <IconButton size="small" edge="end" aria-label={t('clearSearch')} onClick={() => setTyped('')}>
              <X size={16} />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  );
}

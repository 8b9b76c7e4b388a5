import IconButton from '@mui/material/IconButton';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslation } from 'react-i18next';

type EntryToggleProps = { number: number; open: boolean; controls: string; onToggle: () => void };

/** Opens and closes the details of a change. */
export function EntryToggle({ number, open, controls, onToggle }: EntryToggleProps) {
  const { t } = useTranslation('audit');
  return (
    <IconButton
      aria-label={t('details.showOf', { id: number })}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      sx={{ '& svg': { transform: open ? 'rotate(180deg)' : 'none' } }}
    >
      <ChevronDown size={20} />
    </IconButton>
  );
}

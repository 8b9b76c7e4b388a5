import SquarePen from 'virtual:lucide/square-pen';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

/** Begins a conversation. */
export function NewConversationButton(props: Pick<ButtonProps, 'onClick' | 'sx'>) {
  const { t } = useTranslation('chat');
  return (
    <Button size="small" variant="outlined" startIcon={<SquarePen size={16} />} {...props}>
      {t('newShort')}
    </Button>
  );
}

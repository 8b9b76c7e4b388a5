import Check from 'virtual:lucide/check';
import Copy from 'virtual:lucide/copy';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy.ts';

type CopyButtonProps = {
  /** What goes to the clipboard. */
  text: string;
  /** What is copied, in words: "Copy the address". */
  label?: string;
  size?: 'small' | 'medium';
  /** Says what is copied where it is not the text beside the button. */
  Icon?: typeof Copy;
};

/** Copies a text and says so, in sight and to assistive technology. */
export function CopyButton({ text, label, size = 'small', Icon = Copy }: CopyButtonProps) {
  const { t } = useTranslation();
  const { copied, status, copy } = useCopy();
  const name = label ?? t('copy');
  return (
    <>
      <IconButton size={size} aria-label={name} title={status || name} onClick={() => void copy(text)}>
        {copied ? <Check size={18} /> : <Icon size={18} />}
      </IconButton>
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </>
  );
}

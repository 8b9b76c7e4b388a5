import { useTranslation } from 'react-i18next';
import { useLocalCatalogue } from '#src/api/hooks/gateway-context.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

type ForgetDialogProps = {
  /** Key and title of the entry. */
  entry: { key: string; title: string };
  onClose: () => void;
};

/** Confirmation before this browser forgets a unit; the gateway keeps the unit. */
export function ForgetDialog({ entry, onClose }: ForgetDialogProps) {
  const { t } = useTranslation('catalogue');
  const catalogue = useLocalCatalogue();
  return (
    <ConfirmDialog
      open
      title={t('forget.title')}
      subject={<BidiText>{entry.title}</BidiText>}
      confirmLabel={t('forget.confirm')}
      onConfirm={() => {
        catalogue.remove(entry.key);
        onClose();
      }}
      onClose={onClose}
    >
      {t('forget.text')}
    </ConfirmDialog>
  );
}

import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Undo } from '#src/features/chat/use-chat.ts';
import { Notice } from '#src/ui/notice.tsx';

type UndoNoticeProps = { undo: Undo; onUndo: () => void; onDismiss: () => void };

/** The last deletion, and its undo for as long as the page is mounted. */
export function UndoNotice({ undo, onUndo, onDismiss }: UndoNoticeProps) {
  const { t } = useTranslation('chat');
  return (
    <Notice
      severity="info"
      title={t(`undo.${undo.kind}`, { count: undo.before.length })}
      onDismiss={onDismiss}
      action={
        <Button size="small" variant="outlined" onClick={onUndo}>
          {t('undo.takeBack')}
        </Button>
      }
    />
  );
}

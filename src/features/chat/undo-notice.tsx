import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Notice } from '#src/components/notice.tsx';
import type { Undo } from './use-chat.ts';

type UndoNoticeProps = { undo: Undo; onTakeBack: () => void; onDismiss: () => void };

/** What was just taken away, and the way back for as long as the page stands. */
export function UndoNotice({ undo, onTakeBack, onDismiss }: UndoNoticeProps) {
  const { t } = useTranslation('chat');
  return (
    <Notice
      severity="info"
      title={t(`undo.${undo.kind}`, { count: undo.before.length })}
      onDismiss={onDismiss}
      action={
        <Button size="small" variant="outlined" onClick={onTakeBack}>
          {t('undo.takeBack')}
        </Button>
      }
    />
  );
}

import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { SIGN_IN_DAYS } from '#contract/limits.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Asks once, on arrival by a link, whether this browser keeps the key. Until then it lasts as long as an open tab. */
export function KeepSignedIn({ onDecided }: { onDecided: () => void }) {
  const { t } = useTranslation('connect');
  const connections = useConnections();
  const connection = connections.current();
  if (connection?.undecided !== true) return null;
  const decide = (remember: boolean) => {
    connections.update(connection.id, { remember, undecided: false });
    onDecided();
  };
  return (
    <Notice
      severity="info"
      title={t('keep.title')}
      action={
        <>
          <Button variant="contained" size="small" onClick={() => decide(true)}>
            {t('keep.yes', { count: SIGN_IN_DAYS })}
          </Button>
          <Button variant="outlined" size="small" onClick={() => decide(false)}>
            {t('keep.no')}
          </Button>
        </>
      }
    >
      {t('keep.text')}
    </Notice>
  );
}

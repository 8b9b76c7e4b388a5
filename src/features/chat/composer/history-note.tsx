import { useTranslation } from 'react-i18next';
import { fieldUse, type Recipient } from '#src/api/client/compose-request.ts';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

type HistoryNoteProps = {
  recipient: Recipient;
  /** What carries earlier messages to the model, or to the knowledge. */
  field: 'ChatHistory' | 'UpdateGlobal';
};

/** Note on earlier messages at a gateway without capabilities: sent or not, and how to change it. */
export function HistoryNote({ recipient, field }: HistoryNoteProps) {
  const { t } = useTranslation('chat');
  const use = fieldUse(recipient, field);
  if (use === 'known') return null;
  const name = recipient.connection.fieldNames?.[field] ?? '';
  return (
    <SmallText>
      {t(use === 'unconfirmed' && field === 'UpdateGlobal' ? 'history.context' : `history.${use}`, { name })}{' '}
      <TextLink to={paths.settings(field)} underline="always">
        {t(`history.action.${use}`)}
      </TextLink>
    </SmallText>
  );
}

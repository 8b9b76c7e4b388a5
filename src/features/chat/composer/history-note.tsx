import { useTranslation } from 'react-i18next';
import { fieldUse, type Recipient } from '#src/api/client/compose-request.ts';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

/** Note on earlier messages at a gateway without capabilities: sent or not, and how to change it. */
export function HistoryNote({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation('chat');
  const use = fieldUse(recipient, 'ChatHistory');
  if (use === 'known') return null;
  const name = recipient.connection.fieldNames?.ChatHistory ?? '';
  return (
    <SmallText>
      {t(`history.${use}`, { name })}{' '}
      <TextLink to={paths.settings('ChatHistory')} underline="always">
        {t(`history.action.${use}`)}
      </TextLink>
    </SmallText>
  );
}

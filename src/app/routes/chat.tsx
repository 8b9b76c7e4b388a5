import { useTranslation } from 'react-i18next';
import { ChatPage } from '#src/features/chat/chat-page.tsx';
import { AskTabs } from '#src/components/ask-tabs.tsx';
import { RoleGate } from '#src/faults/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('chat');
  return (
    <>
      <AskTabs />
      <RoleGate needs="streamChat" title={t('title')}>
        <ChatPage />
      </RoleGate>
    </>
  );
}

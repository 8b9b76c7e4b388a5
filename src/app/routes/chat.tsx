import { useTranslation } from 'react-i18next';
import { streamChat } from '#contract/operations/chat.ts';
import { SectionTabs } from '#src/app/shell/section-tabs.tsx';
import { ChatPage } from '#src/features/chat/chat-page.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('chat');
  return (
    <>
      <SectionTabs section="playground" />
      <RoleGate operation={streamChat} title={t('title')}>
        <ChatPage />
      </RoleGate>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { AskTabs } from '#src/components/ask-tabs.tsx';
import { RoleGate } from '#src/faults/role-gate.tsx';
import { VoicePage } from '#src/features/voice/voice-page.tsx';

export function Component() {
  const { t } = useTranslation('voice');
  return (
    <>
      <AskTabs />
      <RoleGate needs="transcribe" title={t('title')}>
        <VoicePage />
      </RoleGate>
    </>
  );
}

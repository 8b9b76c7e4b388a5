import { useTranslation } from 'react-i18next';
import { transcribe } from '#contract/operations/speech.ts';
import { SectionTabs } from '#src/app/shell/section-tabs.tsx';
import { VoicePage } from '#src/features/voice/voice-page.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('voice');
  return (
    <>
      <SectionTabs section="playground" />
      <RoleGate operation={transcribe} title={t('title')}>
        <VoicePage />
      </RoleGate>
    </>
  );
}

import { answer } from '#contract/operations/answers.ts';
import { useTranslation } from 'react-i18next';
import { PlaygroundPage } from '#src/features/answers/playground-page.tsx';
import { AskTabs } from '#src/app/shell/ask-tabs.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('playground');
  return (
    <>
      <AskTabs />
      <RoleGate operation={answer} title={t('title')}>
        <PlaygroundPage />
      </RoleGate>
    </>
  );
}

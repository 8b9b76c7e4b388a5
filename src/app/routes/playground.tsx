import { useTranslation } from 'react-i18next';
import { answer } from '#contract/operations/answers.ts';
import { SectionTabs } from '#src/app/shell/section-tabs.tsx';
import { PlaygroundPage } from '#src/features/answers/playground-page.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('playground');
  return (
    <>
      <SectionTabs section="playground" />
      <RoleGate operation={answer} title={t('title')}>
        <PlaygroundPage />
      </RoleGate>
    </>
  );
}

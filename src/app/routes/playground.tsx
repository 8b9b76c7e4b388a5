import { useTranslation } from 'react-i18next';
import { Playground } from '#src/features/answers/playground.tsx';
import { AskTabs } from '#src/components/ask-tabs.tsx';
import { RoleGate } from '#src/faults/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('playground');
  return (
    <>
      <AskTabs />
      <RoleGate needs="answer" title={t('title')}>
        <Playground />
      </RoleGate>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { AddKnowledge } from '#src/features/add-knowledge/add-knowledge.tsx';
import { RoleGate } from '#src/faults/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('add');
  return (
    <RoleGate needs="registerUnit" title={t('title')}>
      <AddKnowledge />
    </RoleGate>
  );
}

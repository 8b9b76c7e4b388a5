import { useTranslation } from 'react-i18next';
import { registerUnit } from '#contract/operations/units.ts';
import { AddKnowledgePage } from '#src/features/add-knowledge/add-knowledge-page.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';

export function Component() {
  const { t } = useTranslation('add');
  return (
    <RoleGate operation={registerUnit} title={t('title')}>
      <AddKnowledgePage />
    </RoleGate>
  );
}

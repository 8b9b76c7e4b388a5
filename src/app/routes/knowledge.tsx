import { SectionTabs } from '#src/app/shell/section-tabs.tsx';
import { KnowledgePage } from '#src/features/knowledge/knowledge-page.tsx';

export function Component() {
  return (
    <>
      <SectionTabs section="knowledge" />
      <KnowledgePage />
    </>
  );
}

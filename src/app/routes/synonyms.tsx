import { SectionTabs } from '#src/app/shell/section-tabs.tsx';
import { SynonymsPage } from '#src/features/synonyms/synonyms-page.tsx';

export function Component() {
  return (
    <>
      <SectionTabs section="knowledge" />
      <SynonymsPage />
    </>
  );
}

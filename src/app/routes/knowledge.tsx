export { KnowledgePage as Component } from '#src/features/knowledge/knowledge-page.tsx';

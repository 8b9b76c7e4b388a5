export { AddKnowledge as Component } from '#src/features/add-knowledge/add-knowledge.tsx';

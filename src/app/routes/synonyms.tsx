export { SynonymsPage as Component } from '#src/features/synonyms/synonyms-page.tsx';

export { ModelsPage as Component } from '#src/features/models/models-page.tsx';

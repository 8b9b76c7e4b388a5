export { UnitPage as Component } from '#src/features/unit/unit-page.tsx';

export { OverviewPage as Component } from '#src/features/overview/overview-page.tsx';

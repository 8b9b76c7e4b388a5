export { AlertsPage as Component } from '#src/features/alerts/alerts-page.tsx';

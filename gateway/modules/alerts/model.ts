export type { AlertKind } from '#contract/alerts.ts';

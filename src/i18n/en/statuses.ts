export const statuses = {
  waiting: 'Waiting',
  indexing: 'Indexing',
  ready: 'Ready',
  partlyReady: 'Partly ready',
  failed: 'Failed',
  unknown: 'Status {{number}}',
  indexingProgress: 'Indexing {{share}}',
} as const;

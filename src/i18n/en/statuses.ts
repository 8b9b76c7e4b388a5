export const statuses = {
  waiting: 'Waiting',
  indexing: 'Indexing',
  ready: 'Ready',
  failed: 'Failed',
  unknown: 'Status {{number}}',
  indexingProgress: 'Indexing {{share}}',
} as const;

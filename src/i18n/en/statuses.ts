export const statuses = {
  waiting: 'Waiting',
  indexing: 'Indexing',
  ready: 'Ready',
  partlyReady: 'Partly ready',
  updateFailed: 'Update failed',
  updateHeld: 'Update held',
  failed: 'Failed',
  unknown: 'Status {{number}}',
  indexingProgress: 'Indexing {{share}}',
  name: 'Name it',
  nameNumber: '{{action}}: status {{number}}',
  meaning: 'Meaning of status {{number}}',
} as const;

/** Terms shared by several pages. */
export const terms = {
  role: { owner: 'Owner', curator: 'Curator', tester: 'Tester', monitor: 'Monitor' },
  ledger: { text: 'Text', speech: 'Text to speech', audio: 'Speech to text' },
  /** What a model server is for. */
  purpose: {
    chat: 'Chat',
    embeddings: 'Search by meaning',
    transcription: 'Speech to text',
    speech: 'Text to speech',
  },
  /** What each ledger counts. */
  unit: { text: 'tokens', speech: 'characters', audio: 'seconds' },
  /** Kinds of background work. */
  jobKind: {
    index: 'Indexing',
    deliver: 'Webhook messages',
    embed: 'Embedding',
    evaluate: 'Asking tests',
    prove: 'Testing drafts',
    read: 'Reading before adding',
    chore: 'Maintenance',
  },
  period: { none: 'No period', daily: 'Daily', monthly: 'Monthly' },
  allBots: 'All bots',
  botNumber: 'Bot {{id}}',
  notAllowed: {
    title: 'Your key does not allow this',
    text: 'Its role is {{role}}. Ask an owner for a key that allows it.',
  },
  nothingYetTitle: 'No knowledge yet',
  nothingYet: 'This bot has no knowledge yet. Owners and curators can add it.',
  owner: {
    label: 'Owner',
    any: 'Anyone',
    mine: 'Me',
    nobody: 'Nobody',
    of: 'Owner: {{name}}',
    set: 'Set owner',
  },
  saveAsDraft: 'Save as draft',
  /** Whether a unit is in answers. */
  availability: {
    off: 'Switched off',
    from: 'Valid from {{date}}',
    until: 'Valid until {{date}}',
    expired: 'Expired {{date}}',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    none: 'Not in answers',
  },
  history: 'History',
  historyOf: 'History of {{name}}',
} as const;

/** What more than one page calls the same. */
export const terms = {
  role: { owner: 'Owner', curator: 'Curator', tester: 'Tester', monitor: 'Monitor' },
  ledger: { text: 'Text', speech: 'Speech', audio: 'Audio' },
  /** What a model server is for. */
  purpose: {
    chat: 'Chat',
    embeddings: 'Search by meaning',
    transcription: 'Speech to text',
    speech: 'Text to speech',
  },
  /** What each ledger counts. */
  unit: { text: 'tokens', speech: 'characters', audio: 'seconds' },
  amount: { text: '{{amount}} tokens', speech: '{{amount}} characters', audio: '{{amount}} seconds' },
  period: { none: 'No period', daily: 'Daily', monthly: 'Monthly' },
  allBots: 'Every bot',
  botNumber: 'bot {{id}}',
  notAllowed: {
    title: 'You cannot do this with your key',
    text: 'Its role is {{role}}. Ask an owner for a key that allows it.',
  },
  nothingYetTitle: 'No knowledge yet',
  nothingYet: 'Nobody has added knowledge to this bot yet. Owners and curators can.',
  history: 'History',
  historyOf: 'History of {{name}}',
} as const;

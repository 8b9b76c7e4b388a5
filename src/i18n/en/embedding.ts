export const embedding = {
  title: 'Passage embeddings',
  bar: 'Passages with embeddings',
  have: '{{done}} of {{all}} passages embedded, {{unitsDone}} of {{units}} units complete.',
  all_one: 'The only passage is embedded.',
  all_other: 'All {{count}} passages are embedded.',
  none: 'No passages yet. Embedding starts when a unit has passages.',
  state: { working: 'Embedding', paused: 'Paused', failing: 'Retrying', idle: 'Complete' },
  givenUp_one:
    'Embedding failed for {{count}} passage. Only keyword search finds it until you index its unit again.',
  givenUp_other:
    'Embedding failed for {{count}} passages. Only keyword search finds them until you index their units again.',
  left: 'About {{time}} left.',
  words: 'Units that are not complete use keyword search only.',
  pausedText: 'No new embeddings are created until you resume. Existing embeddings stay in use.',
  cost: 'The rest uses about {{left}} tokens of the text quota.',
  costAll: 'Changing the model embeds all passages again, for about {{all}} tokens.',
  failingTitle: 'Embedding is failing',
  failingText: 'It is retried automatically, with a longer delay each time.',
  pause: 'Pause',
  pauseNamed: 'Pause embedding',
  resume: 'Resume',
  resumeNamed: 'Resume embedding',
} as const;

export const knowledge = {
  title: 'Knowledge',
} as const;

export const faults = {
  unexpected: 'The gateway answered with an error we do not know.',
} as const;

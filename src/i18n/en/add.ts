export const add = {
  title: 'Add knowledge',
} as const;

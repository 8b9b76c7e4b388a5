export const diskFull = {
  title: 'The disk of the server is full',
  text: 'New knowledge cannot be added, and waiting units are not indexed until there is space. Questions are still answered. Delete units permanently from the bin, or ask the operator of the server for more space.',
  bin: 'Open bin',
} as const;

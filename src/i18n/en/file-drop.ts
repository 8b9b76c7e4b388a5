export const fileDrop = {
  title: 'Drop files to add knowledge',
  text: 'The files are uploaded first. You can edit their titles before you add them.',
  reading: 'Reading the dropped files',
} as const;

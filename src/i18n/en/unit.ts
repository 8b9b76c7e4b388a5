export const unit = {
  title: 'Knowledge unit',
} as const;

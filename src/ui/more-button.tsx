import Button from '@mui/material/Button';

type MoreButtonProps = {
  label: string;
  size?: 'small';
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
};

/** Adds the next page of a list; absent after the last page. */
export function MoreButton({ label, list, ...button }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      {...button}
      color="secondary"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  );
}

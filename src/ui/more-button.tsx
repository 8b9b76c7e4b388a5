import Button from '@mui/material/Button';

type MoreButtonProps = {
  label: string;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
};

/** Adds the next page of a list; absent after the last page. */
export function MoreButton({ label, list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button color="secondary" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {label}
    </Button>
  );
}

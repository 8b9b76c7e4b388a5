import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';

type QueryViewProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Gives the failure and the loading shape the page's padding: in a page whose body is bare. */
  inset?: boolean;
  /** The shape of what is loading; three rows by default. */
  pending?: ReactNode;
  /** In place of the data where there is none, or where the gateway does not have it (null). */
  empty?: ReactNode;
  isEmpty?: (data: NonNullable<Data>) => boolean;
  children: (data: NonNullable<Data>) => ReactNode;
};

/** What a query has read: loading, failed, empty, or the data. A failed refetch keeps the data that was read before. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const {
    query,
    inset = false,
    pending = <SkeletonRows rows={3} />,
    empty = null,
    isEmpty,
    children,
  } = props;
  const { data, error, refetch } = query;
  const fault = <FaultNotice error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {inset && error !== null ? (
        <Box sx={{ paddingInline: pagePadding, paddingBlock: 2 }}>{fault}</Box>
      ) : (
        fault
      )}
      {data === undefined ? (
        error !== null ? null : inset ? (
          <Box sx={{ paddingInline: pagePadding }}>{pending}</Box>
        ) : (
          pending
        )
      ) : data === null || isEmpty?.(data) === true ? (
        empty
      ) : (
        children(data)
      )}
    </>
  );
}

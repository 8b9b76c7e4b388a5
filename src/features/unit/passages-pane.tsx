import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { SectionPath } from '#src/components/section-path.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { PassageItem } from './passage-item.tsx';

type PassagesPaneProps = {
  id: number;
  /** Passages in all, and whether more may come. */
  details: UnitDetails | null;
  settled: boolean;
  /** The passage that is being looked at. */
  ordinal: number;
  /** True when it was asked for: then it is brought into view. */
  asked: boolean;
  onOrdinal: (ordinal: number) => void;
};

const PAGE = 25;

/** The unit's passages in reading order, a page at a time from the server. */
export function PassagesPane({ id, details, settled, ordinal, asked, onOrdinal }: PassagesPaneProps) {
  const { t } = useTranslation('unit');
  const gateway = useGateway();
  const connection = useConnection();
  const offset = Math.floor(ordinal / PAGE) * PAGE;
  // Another index has other passages under the same numbers.
  const edition = details?.timeline.settled ?? '';
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['unit', connection.id, id, 'passages', edition, offset],
    queryFn: () => gateway.unitPassages(id, { offset, limit: PAGE }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const total = data?.total ?? 0;
  const loaded = data?.items.some((passage) => passage.ordinal === ordinal) === true;
  useEffect(() => {
    if (!asked || !loaded) return;
    document.getElementById(`passage-${ordinal}`)?.scrollIntoView({ block: 'nearest' });
  }, [asked, loaded, ordinal]);

  const items = data?.items ?? [];
  const current = items.find((passage) => passage.ordinal === ordinal) ?? items[0];
  const last = Math.min(offset + PAGE, total);
  return (
    <Box component="section" aria-label={t('passages.title')} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 48,
          paddingInline: { xs: 2, md: 3 },
          borderBlockEnd: 1,
          borderColor: 'line.firm',
          position: 'sticky',
          top: 56,
          zIndex: 1,
          bgcolor: 'background.default',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {current === undefined || current.sectionTitle === '' ? (
            <Typography variant="h3" component="h2">
              {t('passages.title')}
            </Typography>
          ) : (
            <SectionPath path={current.sectionTitle} />
          )}
        </Box>
        {total === 0 ? null : (
          <>
            <Typography
              variant="body2"
              component="span"
              role="status"
              sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}
            >
              {t('passages.of', { from: offset + 1, to: last, total })}
            </Typography>
            <Tooltip title={t('passages.previous')} describeChild={false}>
              <span>
                <IconButton
                  size="small"
                  aria-label={t('passages.previous')}
                  disabled={offset === 0}
                  onClick={() => onOrdinal(offset - PAGE)}
                >
                  <ChevronLeft size={20} />
                </IconButton>
              </span>
            </Tooltip>
            <Tooltip title={t('passages.next')} describeChild={false}>
              <span>
                <IconButton
                  size="small"
                  aria-label={t('passages.next')}
                  disabled={last >= total}
                  onClick={() => onOrdinal(offset + PAGE)}
                >
                  <ChevronRight size={20} />
                </IconButton>
              </span>
            </Tooltip>
          </>
        )}
      </Box>
      {error ? (
        <Box sx={{ padding: 3 }}>
          <FaultNotice error={error} onRetry={() => void refetch()} />
        </Box>
      ) : isPending ? (
        <Box sx={{ paddingInline: 3 }}>
          <SkeletonRows rows={4} height={104} bars={[0.2, 0.95, 0.8]} />
        </Box>
      ) : items.length === 0 ? (
        <Typography sx={{ padding: 3, color: 'text.secondary' }}>
          {t(data === null ? 'passages.unavailable' : settled ? 'passages.noneReady' : 'passages.none')}
        </Typography>
      ) : (
        <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {items.map((passage) => (
            <PassageItem
              key={passage.ordinal}
              passage={passage}
              current={asked && passage.ordinal === ordinal}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

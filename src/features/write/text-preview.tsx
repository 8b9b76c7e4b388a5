import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isVisible } from '#common/title-key.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import { readDry } from '#contract/operations/readings.ts';
import type { DryReading } from '#contract/readings.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';
import type { StoreText } from './use-save-text.ts';

const POLL_INTERVAL_MS = 500;
/** How long a text waits for a reader before the page says so. */
const PATIENCE_MS = 3_000;

type TextPreviewProps = { title: string; text: string; store: StoreText };

/** What the gateway reads of a text: its passages, as questions will find them. */
export function TextPreview({ title, text, store }: TextPreviewProps) {
  const { t } = useTranslation('write');
  const gateway = useGateway();
  const { id } = useConnection();
  const isEmpty = !isVisible(text);
  const reading = useQuery({
    queryKey: ['text-preview', id, text],
    queryFn: async (): Promise<DryReading | null> => {
      const { FilePath } = await store(title, text);
      const body = { files: [FilePath], passages: UNIT_LIMITS.previewedPassages };
      const { files } = await gateway.call(readDry, { body });
      return files[0] ?? null;
    },
    enabled: !isEmpty,
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || data?.state === 'ended' ? false : POLL_INTERVAL_MS,
    staleTime: Infinity,
    retry: false,
  });
  const state = useDebouncedValue(reading.data?.state ?? '', PATIENCE_MS);
  const isBehind = state === 'waiting' && reading.data?.state === 'waiting';
  if (isEmpty) return <EmptyState title={t('preview.nothing')} />;
  const pending = (
    <Box role="status" aria-label={t('preview.reading')}>
      {isBehind ? <SmallText tone="secondary">{t('preview.behind')}</SmallText> : null}
      <SkeletonRows rows={3} height={88} bars={[0.3, 0.9, 0.7]} />
    </Box>
  );
  return (
    <QueryView query={reading} pending={pending} empty={pending}>
      {(data) => (data?.state === 'ended' ? <ReadPassages reading={data} /> : pending)}
    </QueryView>
  );
}

function ReadPassages({ reading: { reason, passages = [] } }: { reading: DryReading }) {
  const { t } = useTranslation('write');
  const { t: tFault } = useTranslation('faults');
  if (reason !== null) {
    const { message, remedy, verbatim } = describeReason(reason, tFault);
    return (
      <Notice severity="warning" title={verbatim ? reason.message : message}>
        {remedy}
      </Notice>
    );
  }
  return (
    <section aria-label={t('view.preview')}>
      <SmallText tone="secondary">
        {passages.length < UNIT_LIMITS.previewedPassages
          ? t('preview.intro')
          : t('preview.some', { count: passages.length })}
      </SmallText>
      <PlainList as="ol" sx={{ marginBlockStart: 1, borderBlockStart: 1, borderColor: 'line.firm' }}>
        {passages.map(({ sectionTitle, text }, place) => (
          <Box
            key={place}
            component="li"
            sx={{ display: 'grid', gap: 0.5, paddingBlock: 1.5, borderBlockEnd: 1, borderColor: 'line.soft' }}
          >
            {sectionTitle === '' ? (
              <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
                {t('preview.passage', { number: place + 1 })}
              </Typography>
            ) : (
              <SectionPath path={sectionTitle} />
            )}
            <WrittenText text={text} sx={{ maxWidth: '75ch' }} />
          </Box>
        ))}
      </PlainList>
    </section>
  );
}

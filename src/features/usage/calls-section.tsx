import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calls } from '#contract/usage.ts';
import { CopyButton } from '#src/components/copy-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { Section } from '#src/components/section.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { FiguresTable } from './figures-table.tsx';
import type { Days } from './stretch.ts';
import { useCalls } from './use-figures.ts';
import { useGroupName } from './use-group-name.ts';
import type { View } from './use-view.ts';

const ROWS = 10;

type CallsSectionProps = { view: View; days: Days; onChange: (change: Partial<View>) => void };

/** Single calls, newest first; a request id finds the call in the gateway's log. */
export function CallsSection({ view, days, onChange }: CallsSectionProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const nameGroup = useGroupName();
  const { ledger, key, action } = view;
  const place = `${ledger} ${days.from} ${days.to} ${key} ${action}`;
  /** Where each page that was opened begins; pages are followed one by one. */
  const [trail, setTrail] = useState<{ place: string; after: readonly string[] }>({ place, after: [] });
  const after = trail.place === place ? trail.after : [];
  const { data, error, refetch } = useCalls({
    ledger,
    ...days,
    key: key || undefined,
    action: action || undefined,
    after: after.at(-1),
    limit: ROWS,
  });
  const amountOf = ({ amount, estimated }: Calls['items'][number]) => {
    if (amount === null) return <Box sx={{ color: 'text.tertiary' }}>{t('calls.running')}</Box>;
    const figure = formats.number(amount);
    return estimated ? (
      <span title={t('calls.estimated')}>{t('calls.about', { amount: figure })}</span>
    ) : (
      figure
    );
  };
  const named =
    key !== ''
      ? nameGroup('key', { id: key, name: data?.items.find(({ keyId }) => keyId === key)?.keyName ?? '' })
      : action === ''
        ? undefined
        : nameGroup('action', { id: action, name: '' });
  return (
    <Section
      heading={t('calls.title')}
      sx={{ borderBlockStart: 1, borderColor: 'line.soft' }}
      action={
        named === undefined ? undefined : (
          <Chip
            label={t('calls.only', { name: named })}
            variant="outlined"
            onDelete={() => onChange({ key: '', action: '' })}
            title={t('calls.all')}
          />
        )
      }
    >
      {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} height={48} bars={[0.8]} />
        ) : null
      ) : data === null || (data.items.length === 0 && after.length === 0 && data.next === null) ? (
        <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('calls.nothing')}</Typography>
      ) : (
        <>
          {data.items.length > 0 ? null : (
            <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('calls.noneYet')}</Typography>
          )}
          <FiguresTable
            label={t('calls.title')}
            columns={[
              { key: 'when', name: t('columns.when') },
              { key: 'action', name: t('use.action') },
              { key: 'key', name: t('use.key'), wide: true },
              { key: 'request', name: t('columns.request'), wide: true },
              { key: 'amount', name: t(`columns.amount.${ledger}`), numeric: true },
            ]}
            rows={data.items.map((call) => ({
              key: call.requestId,
              cells: {
                when: (
                  <time dateTime={call.on} title={formats.full(call.on)}>
                    {formats.moment(call.on)}
                  </time>
                ),
                action: nameGroup('action', { id: call.action, name: '' }),
                key: <bdi>{nameGroup('key', { id: call.keyId, name: call.keyName })}</bdi>,
                request: (
                  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, marginBlock: -0.75 }}>
                    <MonoText>{call.requestId}</MonoText>
                    <CopyButton text={call.requestId} label={t('calls.copy')} />
                  </Box>
                ),
                amount: amountOf(call),
              },
            }))}
          />
          {after.length > 0 || data.next !== null ? (
            <Box
              component="nav"
              aria-label={t('calls.paging')}
              sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, marginBlockStart: 1.5 }}
            >
              <Button
                size="small"
                variant="outlined"
                disabled={after.length === 0}
                onClick={() => setTrail({ place, after: after.slice(0, -1) })}
              >
                {t('calls.newer')}
              </Button>
              <Button
                size="small"
                variant="outlined"
                disabled={data.next === null}
                onClick={() => setTrail({ place, after: [...after, data.next ?? ''] })}
              >
                {t('calls.older')}
              </Button>
            </Box>
          ) : null}
        </>
      )}
    </Section>
  );
}

import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { ApiCalls, Ledger } from '#contract/usage.ts';
import { useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useGroupLabel } from '#src/features/usage/use-group-label.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { statusTitle } from '#src/ui/fault/describe-error.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';

type Call = ApiCalls['items'][number];

/** Requests rejected within a minute are one row, and reserved nothing; a single one may be rejected after it reserved. */
const isRejected = ({ status, reserved }: Call): boolean =>
  reserved === 0 && (status === 402 || status === 429);

/** Status code with its words; of rejected requests also how many. */
function RequestStatus({ call }: { call: Call }) {
  const { t } = useTranslation('usage');
  const { t: faults } = useTranslation('faults');
  const formats = useFormats();
  const { status, amount, count = 1 } = call;
  if (amount === null) return <Box sx={{ color: 'text.tertiary' }}>{t('calls.running')}</Box>;
  if (status === undefined) return t('calls.unknown');
  if (status === null) return <Box sx={{ color: 'text.tertiary' }}>{t('calls.notCharged')}</Box>;
  const failed = status >= 400;
  return (
    <>
      <Box component="span" sx={{ fontWeight: 600, ...(failed ? { color: 'brick.ink' } : {}) }}>
        {formats.number(status, { useGrouping: false })}
      </Box>{' '}
      {failed ? statusTitle(status, faults) : t('calls.done')}
      {isRejected(call) ? <Box sx={{ color: 'text.tertiary' }}>{t('calls.rejected', { count })}</Box> : null}
    </>
  );
}

/** The id of a request, which opens its run, with a button that copies the id. */
function RequestId({ call: { requestId, hasRun } }: { call: Call }) {
  const { t } = useTranslation('usage');
  const canReadRuns = useHasPermission('readRuns') === true;
  const id = <MonoText>{requestId}</MonoText>;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, marginBlock: -0.75 }}>
      {hasRun === true && canReadRuns ? (
        <TextLink to={paths.run(requestId)} aria-label={t('calls.openRun', { id: requestId })}>
          {id}
        </TextLink>
      ) : (
        id
      )}
      <CopyButton text={requestId} label={t('calls.copy')} />
    </Box>
  );
}

/** Columns of single requests. */
export function useRequestColumns(ledger: Ledger): Column<Call>[] {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const groupLabel = useGroupLabel();
  const amountOf = ({ amount, estimated }: Call) => {
    if (amount === null) return t('calls.unknown');
    const figure = formats.number(amount);
    return estimated ? (
      <span title={t('calls.estimated')}>{t('calls.about', { amount: figure })}</span>
    ) : (
      figure
    );
  };
  return [
    {
      key: 'when',
      name: t('columns.when'),
      renderCell: ({ on }) => (
        <time dateTime={on} title={formats.full(on)}>
          {formats.moment(on)}
        </time>
      ),
    },
    { key: 'status', name: t('columns.status'), renderCell: (call) => <RequestStatus call={call} /> },
    {
      key: 'action',
      name: t('use.action'),
      hideOnNarrow: true,
      renderCell: (call) => groupLabel('action', { id: call.action, name: '' }),
    },
    {
      key: 'key',
      name: t('use.key'),
      renderCell: ({ keyId, keyName }) => <bdi>{groupLabel('key', { id: keyId, name: keyName })}</bdi>,
    },
    {
      key: 'request',
      name: t('columns.request'),
      hideOnNarrow: true,
      renderCell: (call) => (isRejected(call) ? t('calls.unknown') : <RequestId call={call} />),
    },
    {
      key: 'duration',
      name: t('columns.duration'),
      numeric: true,
      hideOnNarrow: true,
      renderCell: ({ durationMs }) =>
        durationMs == null ? t('calls.unknown') : formats.duration(durationMs),
    },
    { key: 'amount', name: t(`columns.amount.${ledger}`), numeric: true, renderCell: amountOf },
  ];
}

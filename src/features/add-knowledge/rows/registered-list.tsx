import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import { fetchUnit, fetchUnitStates } from '#src/api/client/units.ts';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { StatusChip } from '#src/ui/unit/status-chip.tsx';
import { paths } from '#src/paths.ts';
import type { RegisteredUnit } from '#src/features/add-knowledge/intake/intake-types.ts';
import { isFinalStatus, resolveUnitStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import type { StatusWord } from '#contract/source-status.ts';
import type { UnitState } from '#contract/unit-states.ts';
import { RowLayout } from './row-layout.tsx';

type UnitProgress = Pick<UnitState, 'id'> &
  Partial<Pick<UnitState, 'progress' | 'reason'>> & { status: StatusWord | number };

const POLL_INTERVAL_MS = 1500;
/** How often an unchanged status of unknown meaning is read. */
const MAX_UNCHANGED_POLLS = 10;

/** The status of units registered here, read again until it is final. */
function useUnitProgress(ids: readonly number[]): ReadonlyMap<number, UnitProgress> {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const { data } = useQuery({
    queryKey: ['units', connection.id, 'states', ids],
    enabled: ids.length > 0 && capabilities !== undefined,
    queryFn: async (): Promise<UnitProgress[]> => {
      const states = await fetchUnitStates(gateway, ids.slice(-100));
      if (states) return states;
      const units = await Promise.all(ids.slice(-10).map((id) => fetchUnit(gateway, id)));
      return units.map(({ id, sourceStatus }) => ({
        id,
        status: resolveUnitStatus(sourceStatus, capabilities, connection),
      }));
    },
    refetchInterval: ({ state }) => {
      const statuses = state.data;
      if (statuses === undefined || statuses.every(({ status }) => isFinalStatus(status))) return false;
      const unknown = statuses.some(({ status }) => typeof status === 'number');
      return unknown && state.dataUpdateCount >= MAX_UNCHANGED_POLLS ? false : POLL_INTERVAL_MS;
    },
  });
  return new Map(data?.map((status) => [status.id, status]));
}

type RegisteredRowProps = { unit: RegisteredUnit; progress: UnitProgress | undefined };

function RegisteredRow({ unit, progress }: RegisteredRowProps) {
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const Icon = unit.kind === 'url' ? Globe : FileText;
  const [singleName] = unit.names;
  const reason = progress?.reason ? describeReason(progress.reason, tFaults) : undefined;
  return (
    <RowLayout
      icon={<Icon size={20} aria-hidden />}
      identity={
        <>
          {unit.id === undefined ? (
            <Typography sx={{ fontWeight: 600 }}>
              <BidiText>{unit.title}</BidiText>
            </Typography>
          ) : (
            <TextLink to={paths.unit(unit.id)} sx={{ fontWeight: 600 }}>
              <BidiText>{unit.title}</BidiText>
            </TextLink>
          )}
          <Box sx={{ color: 'text.tertiary', minWidth: 0, typography: 'caption' }}>
            {unit.names.length === 1 && singleName !== undefined ? (
              <MonoText truncate>{singleName}</MonoText>
            ) : (
              t('registered.sources', { count: unit.names.length })
            )}
          </Box>
        </>
      }
      status={
        progress === undefined ? (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {unit.id === undefined ? '' : t('registered.checking')}
          </Typography>
        ) : (
          <StatusChip status={progress.status} progress={progress.progress ?? undefined} />
        )
      }
      detail={
        unit.id === undefined
          ? t('registered.none')
          : reason && (
              <>
                <BidiText>{reason.message}</BidiText>. {reason.remedy}.
              </>
            )
      }
    />
  );
}

/** What was registered here: a link to each unit, and its status as it changes. */
export function RegisteredList({ units, onHide }: { units: readonly RegisteredUnit[]; onHide: () => void }) {
  const { t } = useTranslation('add');
  const statuses = useUnitProgress(units.flatMap(({ id }) => id ?? []));
  if (units.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="registered-heading" sx={{ marginBlockStart: 4 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          borderBlockEnd: 1,
          borderColor: 'line.firm',
          minHeight: 44,
        }}
      >
        <Typography id="registered-heading" variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('registered.title')}
        </Typography>
        <Button size="small" color="secondary" onClick={onHide}>
          {t('registered.hide')}
        </Button>
      </Box>
      <PlainList>
        {units.map((unit) => (
          <RegisteredRow
            key={unit.key}
            unit={unit}
            progress={unit.id === undefined ? undefined : statuses.get(unit.id)}
          />
        ))}
      </PlainList>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import { replaceSource } from '#contract/operations/units.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { StatusChip } from '#src/ui/unit/status-chip.tsx';
import { paths } from '#src/paths.ts';
import type { RegisteredUnit } from '#src/features/add-knowledge/intake/intake-types.ts';
import { RowLayout } from './row-layout.tsx';
import type { UnitProgress } from './use-unit-progress.ts';

type RegisteredRowProps = { unit: RegisteredUnit; progress: UnitProgress | undefined };

function RegisteredRow({ unit, progress }: RegisteredRowProps) {
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const Icon = unit.kind === 'url' ? Globe : FileText;
  const [singleName] = unit.names;
  // A ready unit that lacks some of its sources has no reason of its own.
  const reasonCode = progress?.reason ?? progress?.failure?.reason;
  const reason = reasonCode ? describeReason(reasonCode, tFaults) : undefined;
  const canRepair = useCanUse(replaceSource);
  const failedSource = canRepair ? progress?.failure?.sourceId : undefined;
  const step = tFaults(failedSource === undefined ? 'remedyUnknown' : 'repair');
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
          <StatusChip
            status={progress.partlyReady === true ? 'partlyReady' : progress.status}
            progress={progress.progress ?? undefined}
          />
        )
      }
      detail={
        unit.id === undefined
          ? t('registered.none')
          : reason && (
              <>
                <BidiText>{reason.message}</BidiText>.{reason.verbatim ? null : ` ${reason.remedy}.`}
              </>
            )
      }
      action={
        unit.id === undefined || reason === undefined ? undefined : (
          <LinkButton
            size="small"
            variant="outlined"
            to={paths.unit(unit.id, { repair: failedSource })}
            aria-label={t('registered.repairNamed', { remedy: step, title: unit.title })}
          >
            {step}
          </LinkButton>
        )
      }
    />
  );
}

type RegisteredListProps = {
  units: readonly RegisteredUnit[];
  byId: ReadonlyMap<number, UnitProgress>;
  onHide: () => void;
};

/** What was registered here: a link to each unit, and its status as it changes. */
export function RegisteredList({ units, byId, onHide }: RegisteredListProps) {
  const { t } = useTranslation('add');
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
            progress={unit.id === undefined ? undefined : byId.get(unit.id)}
          />
        ))}
      </PlainList>
    </Box>
  );
}

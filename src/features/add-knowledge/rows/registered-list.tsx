import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceSource } from '#contract/operations/units.ts';
import { useCatalogueUnits } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import type { RegisteredUnit } from '#src/features/add-knowledge/intake/intake-types.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { AskAboutUnit } from '#src/ui/catalogue/ask-about-unit.tsx';
import { UnitIdDialog } from '#src/ui/catalogue/unit-id-dialog.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { isOfSource } from '#src/ui/unit/is-of-source.ts';
import { UnitStatusChip } from '#src/ui/unit/unit-status-chip.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { RowLayout } from './row-layout.tsx';
import type { RegisteredProgress, UnitProgress } from './use-unit-progress.ts';

type RegisteredRowProps = { unit: RegisteredUnit; progress: UnitProgress | undefined };

/** What can be done with a unit whose id the gateway did not say. */
function WithoutIdActions({ entry, title }: { entry: CatalogueUnit | undefined; title: string }) {
  const { t } = useTranslation('catalogue');
  const [isOpen, setIsOpen] = useState(false);
  const named = (action: string) => t('actionNamed', { action, title });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <AskAboutUnit title={title} />
      {entry === undefined ? null : (
        <Button size="small" aria-label={named(t('enterId'))} onClick={() => setIsOpen(true)}>
          {t('enterId')}
        </Button>
      )}
      {isOpen && entry ? <UnitIdDialog entry={entry} onClose={() => setIsOpen(false)} /> : null}
    </Box>
  );
}

function RegisteredRow({ unit, progress }: RegisteredRowProps) {
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const Icon = unit.kind === 'url' ? Globe : FileText;
  const [singleName] = unit.names;
  const [hadNoId, setHadNoId] = useState(false);
  if (unit.id === undefined && !hadNoId) setHadNoId(true);
  // The button that asks for the id goes once it is known.
  const box = useFocusIfLost(hadNoId ? unit.id : undefined);
  const entry = useCatalogueUnits().find(({ key }) => key === unit.key);
  // A partly ready unit has no reason of its own.
  const reasonCode = progress?.reason ?? progress?.failure?.reason;
  const reason = reasonCode ? describeReason(reasonCode, tFaults) : undefined;
  const canRepair = useCanUse(replaceSource) && isOfSource(reasonCode);
  const failedSource = canRepair ? progress?.failure?.sourceId : undefined;
  const step = tFaults(failedSource === undefined ? 'remedyUnknown' : 'repair');
  return (
    <RowLayout
      icon={<Icon size={20} aria-hidden />}
      identity={
        <div ref={box} tabIndex={hadNoId ? -1 : undefined}>
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
        </div>
      }
      status={
        progress === undefined ? (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {t(unit.id === undefined ? 'registered.noId' : 'registered.checking')}
          </Typography>
        ) : (
          <UnitStatusChip
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
        unit.id === undefined ? (
          <WithoutIdActions entry={entry} title={unit.title} />
        ) : reason === undefined || progress?.status === 'waiting' ? undefined : (
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
  progress: RegisteredProgress;
  onHide: () => void;
};

/** Units registered on this page: links with live status. */
export function RegisteredList({ units, progress, onHide }: RegisteredListProps) {
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
      {progress.paused ? (
        <Typography role="status" component="div" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('registered.paused')}{' '}
          <Button size="small" onClick={progress.resume}>
            {t('registered.look')}
          </Button>
        </Typography>
      ) : null}
      <PlainList>
        {units.map((unit) => (
          <RegisteredRow
            key={unit.key}
            unit={unit}
            progress={unit.id === undefined ? undefined : progress.byId.get(unit.id)}
          />
        ))}
      </PlainList>
    </Box>
  );
}

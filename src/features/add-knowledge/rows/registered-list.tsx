import ChevronDown from 'virtual:lucide/chevron-down';
import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceSource } from '#contract/operations/units.ts';
import { useCatalogueUnits } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import { newestBatch, type RegisteredUnit } from '#src/features/add-knowledge/intake/intake-types.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { AskAboutUnit } from '#src/ui/catalogue/ask-about-unit.tsx';
import { UnitIdDialog } from '#src/ui/catalogue/unit-id-dialog.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { isOfSource, repairNameOf } from '#src/ui/unit/is-of-source.ts';
import { UnitStatusChip } from '#src/ui/unit/unit-status-chip.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { RowLayout } from './row-layout.tsx';
import type { RegisteredProgress, UnitProgress } from './use-unit-progress.ts';

const PAGE_SIZES = [25, 100] as const;

type RegisteredRowProps = {
  unit: RegisteredUnit;
  progress: UnitProgress | undefined;
  /** Of a unit without an id. */
  entry: CatalogueUnit | undefined;
};

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

const RegisteredRow = memo(function RegisteredRow({ unit, progress, entry }: RegisteredRowProps) {
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const Icon = unit.kind === 'url' ? Globe : FileText;
  const [singleName] = unit.names;
  const [hadNoId, setHadNoId] = useState(false);
  if (unit.id === undefined && !hadNoId) setHadNoId(true);
  // The button that asks for the id goes once it is known.
  const box = useFocusIfLost(hadNoId ? unit.id : undefined);
  // A partly ready unit has no reason of its own.
  const reasonCode = progress?.reason ?? progress?.failure?.reason;
  const reason = reasonCode ? describeReason(reasonCode, tFaults) : undefined;
  const canRepair = useCanUse(replaceSource) && isOfSource(reasonCode);
  const failedSource = canRepair ? progress?.failure?.sourceId : undefined;
  const step = tFaults(failedSource === undefined ? 'remedyUnknown' : repairNameOf(reasonCode?.code));
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
            {unit.replaced === undefined ? null : (
              <SmallText tone="secondary">{t(`registered.replaced.${unit.replaced}`)}</SmallText>
            )}
          </Box>
        </div>
      }
      status={
        progress === undefined ? (
          <SmallText>{t(unit.id === undefined ? 'registered.noId' : 'registered.checking')}</SmallText>
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
});

type RegisteredListProps = {
  units: readonly RegisteredUnit[];
  progress: RegisteredProgress;
  /** Takes the focus once units were added. */
  headingRef: Ref<HTMLHeadingElement>;
  onHide: () => void;
};

type BatchProps = Pick<RegisteredListProps, 'units'> & { byId: RegisteredProgress['byId']; label: string };

/** Units of one press of the button or of all presses before, a page at a time. */
function Batch({ units, byId, label }: BatchProps) {
  const { page, ...paging } = usePaging(PAGE_SIZES);
  const lastPage = Math.max(0, Math.ceil(units.length / paging.pageSize) - 1);
  const begin = Math.min(page, lastPage) * paging.pageSize;
  const catalogue = useCatalogueUnits(units.some(({ id }) => id === undefined));
  const entryOf = ({ id, key }: RegisteredUnit) =>
    id === undefined ? catalogue.find((entry) => entry.key === key) : undefined;
  return (
    <>
      <PlainList>
        {units.slice(begin, begin + paging.pageSize).map((unit) => (
          <RegisteredRow
            key={unit.key}
            unit={unit}
            entry={entryOf(unit)}
            progress={unit.id === undefined ? undefined : byId.get(unit.id)}
          />
        ))}
      </PlainList>
      <PagingFooter page={Math.min(page, lastPage)} total={units.length} label={label} {...paging} />
    </>
  );
}

/** Batches before the newest one, folded; with the number of failed units, which would be out of sight. */
function EarlierBatches({ units, byId }: Omit<BatchProps, 'label'>) {
  const { t } = useTranslation('add');
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (units.length === 0) return null;
  const failed = units.filter(({ id }) => id !== undefined && byId.get(id)?.status === 'failed').length;
  const label = t('registered.earlier', { count: units.length });
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={listId}
        endIcon={<ChevronDown size={16} style={{ rotate: isOpen ? '180deg' : 'none' }} />}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ marginBlockStart: 1 }}
      >
        {failed === 0 ? label : `${label} · ${t('bar.failed', { count: failed })}`}
      </Button>
      <div id={listId}>{isOpen ? <Batch units={units} byId={byId} label={label} /> : null}</div>
    </>
  );
}

/** Units registered on this page, the newest batch first: links with live status. */
export function RegisteredList({ units, progress, headingRef, onHide }: RegisteredListProps) {
  const { t } = useTranslation('add');
  if (units.length === 0) return null;
  const newest = newestBatch(units);
  const isNewest = ({ batch = 0 }: RegisteredUnit) => batch === newest;
  return (
    <Box component="section" aria-labelledby="registered-heading">
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
        <Typography
          id="registered-heading"
          ref={headingRef}
          tabIndex={-1}
          variant="h3"
          component="h2"
          sx={{ flex: 1 }}
        >
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
      <Batch
        // A new batch begins at its first page.
        key={newest}
        units={units.filter(isNewest)}
        byId={progress.byId}
        label={t('registered.title')}
      />
      <EarlierBatches units={units.filter((unit) => !isNewest(unit)).toReversed()} byId={progress.byId} />
    </Box>
  );
}

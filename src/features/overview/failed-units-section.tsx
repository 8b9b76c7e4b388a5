import CircleAlert from 'virtual:lucide/circle-alert';
import CircleX from 'virtual:lucide/circle-x';
import RefreshOff from 'virtual:lucide/refresh-cw-off';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { replaceSource } from '#contract/operations/units.ts';
import type { KnowledgeSummary } from '#contract/unit-states.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { isOfSource, repairNameOf } from '#src/ui/unit/is-of-source.ts';

/** A failed unit; other gateways may not know since when. */
export type Failure = Omit<KnowledgeSummary['failures'][number], 'on'> & { on: string | null };

function FailureItem({ failure }: { failure: Failure }) {
  const { t } = useTranslation('overview');
  const { t: faults } = useTranslation('faults');
  const formats = useFormats();
  const reason = failure.reason === null ? undefined : describeReason(failure.reason, faults);
  const Icon = failure.updateFailed ? RefreshOff : failure.partlyReady ? CircleAlert : CircleX;
  const answers = failure.updateFailed || failure.partlyReady;
  const canRepair = useCanUse(replaceSource) && failure.sourceId !== null && isOfSource(failure.reason);
  const step = faults(canRepair ? repairNameOf(failure.reason?.code) : 'remedyUnknown');
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 1,
        paddingBlock: 1.25,
        '& + &': { borderBlockStart: 1, borderColor: 'line.soft' },
      }}
    >
      <Box aria-hidden sx={{ color: answers ? 'saffron.fill' : 'brick.fill', display: 'flex' }}>
        <Icon size={20} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 160 }}>
        <Typography component="div" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <BidiText>{failure.title}</BidiText>
        </Typography>
        <SmallText tone="secondary">
          <BidiText>{reason?.message ?? t('failures.noReason')}</BidiText>
          {reason === undefined || reason.verbatim ? null : `. ${reason.remedy}`}
          {failure.on === null ? null : (
            <>
              {' · '}
              <time dateTime={failure.on}>{formats.moment(failure.on)}</time>
            </>
          )}
        </SmallText>
      </Box>
      <LinkButton
        size="small"
        variant="outlined"
        to={paths.unit(failure.id, { repair: canRepair ? (failure.sourceId ?? undefined) : undefined })}
        aria-label={t('failures.openNamed', { remedy: step, title: failure.title })}
      >
        {step}
      </LinkButton>
    </Box>
  );
}

type FailedUnitsSectionProps = {
  failures: readonly Failure[];
  failed: number;
  partlyReady: number;
  updateFailed: number;
};

/** The latest failures of units and sources, each with its repair. */
export function FailedUnitsSection({ failures, failed, partlyReady, updateFailed }: FailedUnitsSectionProps) {
  const { t } = useTranslation('overview');
  return (
    <Section
      heading={t('failures.title')}
      sx={{ borderInlineStart: { md: 1 }, borderColor: { md: 'line.soft' } }}
      action={
        failed > 0 ? (
          <TextLink variant="body2" to={paths.knowledge({ status: 'failed' })}>
            {t('failures.all', { count: failed })}
          </TextLink>
        ) : partlyReady > 0 ? (
          <TextLink variant="body2" to={paths.knowledge({ status: 'partlyReady' })}>
            {t('failures.allPartly', { count: partlyReady })}
          </TextLink>
        ) : updateFailed > 0 ? (
          <TextLink variant="body2" to={paths.knowledge({ status: 'updateFailed' })}>
            {t('failures.allNotUpdated', { count: updateFailed })}
          </TextLink>
        ) : null
      }
    >
      {failures.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', marginBlockStart: 1 }}>{t('failures.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, marginBlockStart: 1 }}>
          {failures.map((failure) => (
            <FailureItem key={failure.id} failure={failure} />
          ))}
        </Box>
      )}
    </Section>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import { decideUpdate, heldUpdate, knowledgeSummary } from '#contract/operations/units.ts';
import { publishDrafts } from '#contract/operations/versions.ts';
import { accidentOf, type ReasonCode } from '#contract/reasons.ts';
import { draftHeaders } from '#src/api/client/draft-headers.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { isHeld } from '#src/ui/unit/resolve-unit-status.ts';
import type { SourceEntryView } from './source-entry.tsx';

/** Pages that were taken for something else than their text: a person may know better. */
const REFUSED_PAGES = new Set<string>([
  'sign-in-page',
  'error-page',
  'blocked-page',
  'page-without-text',
] satisfies ReasonCode[]);

interface UpdateDecisionProps {
  unitId: number;
  source: SourceEntryView;
}

/** What a person can decide about the newest bytes of a source: use their text, keep the old one, or have them read all the same. */
export function UpdateDecision({ unitId, source }: UpdateDecisionProps) {
  const { t } = useTranslation('unit');
  const canDecide = useCanUse(decideUpdate);
  const decide = useDecision(unitId, source.id);
  const [comparing, setComparing] = useState(false);
  const { code = '', parameters = {} } = source.reason ?? {};
  if (!canDecide) return null;
  const isLittle = 'letters' in parameters;
  if (isLittle && !source.passages) return <LittleText unitId={unitId} source={source} />;
  if (isHeld(code) || isLittle)
    return (
      <>
        <Button
          size="small"
          variant="outlined"
          onClick={() => setComparing(true)}
          sx={{ justifySelf: 'start' }}
        >
          {t('held.compare')}
        </Button>
        {comparing ? (
          <ComparisonDialog unitId={unitId} source={source} onClose={() => setComparing(false)} />
        ) : null}
      </>
    );
  if (!REFUSED_PAGES.has(code)) return null;
  return <AcceptButton decide={decide} source={source} label={t('held.accept')} />;
}

interface AlwaysChoiceProps extends Pick<UpdateDecisionProps, 'source'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Of an address, whether its later copies are to be taken too. A file does not change by itself. */
function AlwaysChoice({ source, checked, onChange }: AlwaysChoiceProps) {
  const { t } = useTranslation('unit');
  const accident = accidentOf(source.reason?.code ?? '');
  if (!accident || source.knowledgeSource !== KNOWLEDGE_SOURCE.url) return null;
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={checked} onChange={(_, isChecked) => onChange(isChecked)} />}
      label={t('held.always', { kind: t(`held.kind.${accident}`) })}
      slotProps={{ typography: { variant: 'body2' } }}
    />
  );
}

/** The few words of a source that has no other text, which a person may keep. */
function LittleText({ unitId, source }: UpdateDecisionProps) {
  const { t } = useTranslation('unit');
  const held = useRead(heldUpdate, { params: { knowledgeId: unitId, sourceId: source.id } });
  const decide = useDecision(unitId, source.id);
  return (
    <>
      <FaultNotice error={held.error} onRetry={() => void held.refetch()} />
      {held.data ? <Text heading={t('held.little')} text={held.data.after} maxHeight="20dvh" /> : null}
      <AcceptButton decide={decide} source={source} label={t('held.keepLittle')} />
    </>
  );
}

interface AcceptButtonProps extends Pick<UpdateDecisionProps, 'source'> {
  decide: ReturnType<typeof useDecision>;
  label: string;
}

function AcceptButton({ decide, source, label }: AcceptButtonProps) {
  const { t } = useTranslation('terms');
  const canSaveDraft = useCanUse(publishDrafts);
  const [always, setAlways] = useState(false);
  return (
    <>
      <FaultNotice error={decide.error} onDismiss={decide.reset} />
      <AlwaysChoice source={source} checked={always} onChange={setAlways} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {[false, ...(canSaveDraft ? [true] : [])].map((asDraft) => (
          <BusyButton
            key={String(asDraft)}
            size="small"
            variant={asDraft ? 'text' : 'outlined'}
            busy={decide.isPending}
            showsProgress={decide.variables?.asDraft === asDraft}
            onClick={() => decide.mutate({ take: true, always, asDraft })}
          >
            {asDraft ? t('saveAsDraft') : label}
          </BusyButton>
        ))}
      </Box>
    </>
  );
}

/** Sends the decision; the unit and all counts are read again afterwards. */
function useDecision(knowledgeId: number, sourceId: number) {
  return useGatewayMutation(
    (gateway, { always, asDraft, ...decision }: { take: boolean; always: boolean; asDraft: boolean }) =>
      gateway.call(decideUpdate, {
        params: { knowledgeId, sourceId },
        // A gateway of the version before knows no acceptance for good.
        body: always ? { ...decision, always } : decision,
        headers: draftHeaders(asDraft),
      }),
    { changes: ['unit', 'units', knowledgeSummary.id] },
  );
}

const besideStyle = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
};

/** The text that answers and the newer one, side by side or, on phones, one below the other. */
function ComparisonDialog({ unitId, source, onClose }: UpdateDecisionProps & { onClose: () => void }) {
  const { t } = useTranslation(['unit', 'common']);
  const formats = useFormats();
  const headingId = useId();
  const update = useRead(heldUpdate, { params: { knowledgeId: unitId, sourceId: source.id } });
  const decide = useDecision(unitId, source.id);
  const canSaveDraft = useCanUse(publishDrafts);
  const [always, setAlways] = useState(false);
  const send = (take: boolean, asDraft = false) =>
    decide.mutate({ take, always: take && always, asDraft }, { onSuccess: onClose });
  const isSent = (take: boolean, asDraft = false) =>
    decide.isPending && decide.variables.take === take && decide.variables.asDraft === asDraft;
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={headingId}>
      <DialogTitle id={headingId}>
        {t('held.title')} <BidiText>{source.name}</BidiText>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <FaultNotice error={update.error} onRetry={() => void update.refetch()} />
        <FaultNotice error={decide.error} onDismiss={decide.reset} />
        {update.data ? (
          <Box sx={besideStyle}>
            <Text
              heading={t('held.old', { date: update.data.readOn ? formats.date(update.data.readOn) : '' })}
              text={update.data.before}
            />
            <Text
              heading={t('held.new', { date: formats.date(update.data.fetchedOn) })}
              text={update.data.after}
            />
          </Box>
        ) : update.error ? null : (
          <SkeletonRows rows={6} />
        )}
        <AlwaysChoice source={source} checked={always} onChange={setAlways} />
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{
          gap: 1,
          flexDirection: { xs: 'column-reverse', sm: 'row' },
          alignItems: { xs: 'stretch', sm: 'center' },
        }}
      >
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <BusyButton variant="outlined" busy={isSent(false)} onClick={() => send(false)}>
          {t('held.keep')}
        </BusyButton>
        {canSaveDraft ? (
          <BusyButton variant="outlined" busy={isSent(true, true)} onClick={() => send(true, true)}>
            {t('held.takeAsDraft')}
          </BusyButton>
        ) : null}
        <BusyButton variant="contained" busy={isSent(true)} onClick={() => send(true)}>
          {t('held.take')}
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}

interface TextProps {
  heading: string;
  text: string;
  maxHeight?: string | { xs: string; md: string };
}

function Text({ heading, text, maxHeight = { xs: '34dvh', md: '52dvh' } }: TextProps) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ minWidth: 0 }}>
      <Typography id={headingId} variant="subtitle2" component="h3" sx={{ marginBlockEnd: 1 }}>
        {heading}
      </Typography>
      <Box
        tabIndex={0}
        role="group"
        aria-labelledby={headingId}
        sx={{
          maxHeight,
          overflowY: 'auto',
          border: 1,
          borderColor: 'line.firm',
          borderRadius: 1,
          padding: 1.5,
          overflowWrap: 'anywhere',
        }}
      >
        <WrittenText variant="body2" text={text} />
      </Box>
    </Box>
  );
}

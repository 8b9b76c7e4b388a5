import CircleCheck from 'virtual:lucide/circle-check';
import EyeOff from 'virtual:lucide/eye-off';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import {
  HEALTH_CODES,
  type HealthCode,
  type HealthItem,
  type HealthReport,
  type HealthSample,
} from '#contract/health.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';

/** The result of a finding, for its icon and label. */
type HealthState = 'repaired' | 'partly' | 'leftOut' | 'look' | 'read';

type KnownFinding = HealthItem & { code: HealthCode; state: HealthState };

/** Repairs and recognition less certain than this need review. */
const MIN_CONFIDENCE_PERCENT = 85;

/** Findings of text that is skipped. */
const LEFT_OUT = new Set<HealthCode>(['hidden-text', 'struck-text', 'left-out-text', 'repeated-lines']);

function findingState(code: HealthCode, { found, repaired, confidence }: HealthItem): HealthState {
  const isSure = repaired >= found && (confidence ?? 100) >= MIN_CONFIDENCE_PERCENT;
  if (LEFT_OUT.has(code)) return isSure ? 'leftOut' : 'look';
  if (code === 'ocr-pages' || code === 'filtered-rows') return isSure ? 'read' : 'look';
  if (isSure) return 'repaired';
  return repaired > 0 && repaired < found ? 'partly' : 'look';
}

/** Findings with labels in this dashboard; findings to review come first. */
export function knownFindings({ items }: HealthReport): KnownFinding[] {
  const findings = items.flatMap((item) => {
    const code = HEALTH_CODES.find((candidate) => candidate === item.code);
    return code === undefined ? [] : [{ ...item, code, state: findingState(code, item) }];
  });
  return findings.toSorted((a, b) => Number(needsReview(b)) - Number(needsReview(a)));
}

const needsReview = ({ state }: KnownFinding): boolean => state === 'look' || state === 'partly';

export const isEncodingDoubtful = ({ encoding }: HealthReport): boolean =>
  encoding?.evidence === 'guess' && encoding.confidence < MIN_CONFIDENCE_PERCENT;

/** The number of findings of each kind. Repeated page headers are common and not counted. */
export function countFindings(report: HealthReport): { repaired: number; leftOut: number; look: number } {
  const items = knownFindings(report);
  const reviewCount = items.filter(needsReview).length + (isEncodingDoubtful(report) ? 1 : 0);
  return {
    repaired: items.filter(({ state }) => state === 'repaired').length,
    leftOut: items.filter(({ code, state }) => state === 'leftOut' && code !== 'repeated-lines').length,
    look: reviewCount,
  };
}

/** A finding in the text of a source: kind, count, repair, next step and samples. */
export function HealthFinding({ item }: { item: KnownFinding }) {
  const { t } = useTranslation('health');
  const formats = useFormats();
  const { code, state, found, repaired, pages, confidence, samples } = item;
  const isReviewNeeded = needsReview(item);
  const Icon = isReviewNeeded ? TriangleAlert : state === 'leftOut' ? EyeOff : CircleCheck;
  const details = [
    t(`state.${state}`, { repaired: formats.number(repaired), found: formats.number(found) }),
    ...(confidence === null ? [] : [t('confidence', { confidence: formats.percent(confidence / 100) })]),
    ...(pages.length === 0
      ? []
      : [t('onPages', { pages: pages.map((page) => formats.number(page)).join(' · ') })]),
  ];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start', minWidth: 0 }}>
      <Box
        component="span"
        sx={{
          display: 'flex',
          color: isReviewNeeded ? 'saffron.fill' : state === 'leftOut' ? 'text.tertiary' : 'leaf.fill',
          paddingBlockStart: '2px',
        }}
      >
        <Icon size={18} aria-hidden />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, typography: 'body2' }}>
        <div>{t('item', { title: t(`title_of.${code}`), found: formats.number(found) })}</div>
        <Box sx={{ color: isReviewNeeded ? 'saffron.ink' : 'text.secondary' }}>{details.join(' · ')}</Box>
        <Box sx={{ color: 'text.secondary' }}>{t(`next.${code}`)}</Box>
        <Samples samples={samples} isLost={code === 'broken-letters'} />
      </Box>
    </Box>
  );
}

function Samples({ samples, isLost }: { samples: readonly HealthSample[]; isLost: boolean }) {
  const { t } = useTranslation('health');
  if (samples.length === 0) return null;
  const isKept = samples.every(({ before, after }) => before === after);
  const isPair = !isKept && samples.some(({ after }) => after !== '');
  return (
    <Box component="details" sx={{ marginBlockStart: 0.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'teal.ink', width: 'fit-content' }}>
        {t(isPair ? 'samples' : isLost || isKept ? 'lostSamples' : 'leftOutSamples')}
      </Box>
      <PlainList sx={{ display: 'grid', gap: 1, marginBlockStart: 0.5 }}>
        {samples.map(({ before, after }) => (
          <Box
            component="li"
            key={`${before} ${after}`}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              paddingInlineStart: 1,
              borderInlineStart: 2,
              borderColor: 'line.firm',
              overflowWrap: 'anywhere',
            }}
          >
            <SampleSide label={isPair ? t('before') : undefined} text={before} />
            {isPair ? <SampleSide label={t('after')} text={after} /> : null}
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}

function SampleSide({ label, text }: { label: string | undefined; text: string }) {
  return (
    <>
      {label === undefined ? null : (
        <Typography variant="caption" sx={{ color: 'text.tertiary' }}>
          {label}
        </Typography>
      )}
      <WrittenText variant="body2" text={text} />
    </>
  );
}

import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { useTranslation } from 'react-i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import { knowledgeSummary } from '#contract/operations/units.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { countByShownStatus, resolveUnitStatus, type ShownStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { StatusChip } from '#src/ui/unit/status-chip.tsx';
import type { Failure } from './failed-units-section.tsx';

type KnowledgeHealth =
  | {
      kind: 'counts';
      total: number;
      units: Counts;
      failures: readonly Failure[];
      updating: number;
      diskFull: boolean;
      dataDamagedOn: string | null;
    }
  /** The gateway lists units, but the meaning of their status numbers is not known. */
  | { kind: 'total'; total: number }
  | { kind: 'nothing' };

const MAX_FAILURES = 5;

/** Units by status: from the summary where the gateway has one, otherwise counted in the list. */
export async function fetchKnowledgeHealth(
  gateway: GatewayClient,
  connection: Connection,
  capabilities: Capabilities | null | undefined,
): Promise<KnowledgeHealth> {
  const summary = await gateway.read(knowledgeSummary);
  if (summary !== null) {
    const { updating = 0, newDrafts = 0, failures, diskFull, dataDamagedOn } = summary;
    // Nothing goes on in a new unit that waits to be published.
    const units = { ...summary.units, waiting: summary.units.waiting - newDrafts };
    const total = units.ready + units.failed + units.indexing + units.waiting;
    return {
      kind: 'counts',
      total,
      units: countByShownStatus(units),
      failures: failures.slice(0, MAX_FAILURES),
      updating,
      diskFull,
      dataDamagedOn,
    };
  }
  const all = await fetchUnits(gateway, { offset: 0, limit: 100, sort: '-modifiedOn' });
  if (all === null) return { kind: 'nothing' };
  const unitStatuses = all.items.map((unit) => ({
    unit,
    word: resolveUnitStatus(unit.sourceStatus, capabilities, connection),
  }));
  if (all.total > all.items.length || unitStatuses.some(({ word }) => typeof word === 'number')) {
    return { kind: 'total', total: all.total };
  }
  const units = { waiting: 0, indexing: 0, ready: 0, failed: 0 };
  for (const name of STATUS_WORDS) units[name] = unitStatuses.filter(({ word }) => word === name).length;
  const failures = unitStatuses
    .filter(({ word }) => word === 'failed')
    .slice(0, MAX_FAILURES)
    .map(({ unit: { id, title, modifiedOn: on } }) => ({
      id,
      title,
      on,
      reason: null,
      sourceId: null,
      partlyReady: false,
      updateFailed: false,
    }));
  return {
    kind: 'counts',
    total: all.total,
    units,
    failures,
    updating: 0,
    diskFull: false,
    dataDamagedOn: null,
  };
}

/** The fill of a status; two are hatched, so that they differ from their neighbours without colour. */
function statusFill(word: ShownStatus): (theme: Theme) => SystemStyleObject<Theme> {
  return ({ palette }) => {
    if (word === 'indexing' || word === 'updateFailed') {
      const { fill } = word === 'indexing' ? palette.teal : palette.saffron;
      const gap = palette.background.default;
      return { background: `repeating-linear-gradient(-45deg, ${fill} 0 3px, ${gap} 3px 5px)` };
    }
    const fills = {
      ready: palette.leaf.fill,
      partlyReady: palette.saffron.fill,
      waiting: palette.slate.fill,
      failed: palette.brick.fill,
    };
    return { background: fills[word] };
  };
}

const BAR_ORDER: readonly ShownStatus[] = [
  'ready',
  'updateFailed',
  'partlyReady',
  'indexing',
  'waiting',
  'failed',
];
/** States that the legend omits at a count of zero. */
const RARE: readonly ShownStatus[] = ['updateFailed', 'partlyReady'];

type Counts = ReturnType<typeof countByShownStatus>;

/** Units by status as one bar; each status that occurs is wide enough to see. */
function StatusBar({ units }: { units: Counts }) {
  const { t } = useTranslation(['overview', 'statuses']);
  const formats = useFormats();
  const present = BAR_ORDER.filter((word) => (units[word] ?? 0) > 0);
  const words = present.map((word) => `${t(`statuses:${word}`)} ${formats.number(units[word] ?? 0)}`);
  return (
    <Box
      role="img"
      aria-label={`${t('health.barLabel')}: ${formats.list(words)}`}
      sx={{
        display: 'flex',
        gap: '2px',
        height: 16,
        borderRadius: '4px',
        overflow: 'hidden',
        bgcolor: 'track.fill',
      }}
    >
      {present.map((word) => (
        <Box key={word} sx={[{ flexGrow: units[word] ?? 0, flexBasis: 0, minWidth: 8 }, statusFill(word)]} />
      ))}
    </Box>
  );
}

/** A line for each status with its count and share; figures end at the physical right in both directions. */
function HealthLegend({ units }: { units: Counts }) {
  const { t } = useTranslation(['overview', 'statuses']);
  const formats = useFormats();
  const counts = BAR_ORDER.flatMap((word) => {
    const count = units[word] ?? 0;
    return RARE.includes(word) && count === 0 ? [] : [{ word, count }];
  });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        marginBlockStart: 1,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {counts.map(({ word, count }) => (
        <Box
          key={word}
          component="li"
          sx={{
            display: 'grid',
            gridTemplateColumns: '10px 1fr 72px 56px',
            alignItems: 'center',
            columnGap: 2,
            minHeight: 32,
          }}
        >
          <Box aria-hidden sx={[{ width: 10, height: 10, borderRadius: '3px' }, statusFill(word)]} />
          <TextLink
            to={paths.knowledge({ status: word })}
            aria-label={t('health.see', { status: t(`statuses:${word}`) })}
            sx={{ color: 'inherit', justifySelf: 'start' }}
          >
            <StatusChip status={word} />
          </TextLink>
          <Box component="strong" dir="ltr" sx={{ fontWeight: 600, textAlign: 'end' }}>
            {formats.number(count)}
          </Box>
          <Box component="span" dir="ltr" sx={{ color: 'text.tertiary', textAlign: 'end' }}>
            {formats.percent(total === 0 ? 0 : count / total)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function useSentences(health: KnowledgeHealth): string[] {
  const { t } = useTranslation('overview');
  if (health.kind === 'nothing') return [t('health.noList')];
  if (health.kind === 'total') return [t('health.total', { count: health.total })];
  const { units, total, updating } = health;
  const unfinished = Math.max(0, units.waiting + units.indexing - updating);
  const { partlyReady = 0, updateFailed = 0 } = units;
  const first =
    units.ready === total
      ? t('health.allReady', { count: total })
      : units.ready + partlyReady + updateFailed === 0
        ? t('health.noneReady')
        : t('health.someReady', { count: total, ready: units.ready });
  return [
    first,
    ...(updateFailed > 0 ? [t('health.updateFailed', { count: updateFailed })] : []),
    ...(partlyReady > 0 ? [t('health.partlyReady', { count: partlyReady })] : []),
    ...(units.failed > 0 ? [t('health.failed', { count: units.failed })] : []),
    ...(updating > 0 ? [t('health.updating', { count: updating })] : []),
    ...(unfinished > 0 ? [t('health.moving', { count: unfinished })] : []),
  ];
}

/** The state of the knowledge: a sentence, a bar, a line for each status. */
export function HealthSection({ health }: { health: KnowledgeHealth }) {
  const { t } = useTranslation(['overview', 'shell']);
  const sentences = useSentences(health);
  return (
    <Section
      heading={t('health.question')}
      statement={sentences.map((sentence) => (
        <Box component="span" key={sentence} sx={{ display: 'block' }}>
          {sentence}
        </Box>
      ))}
    >
      {health.kind === 'counts' ? (
        <>
          <StatusBar units={health.units} />
          <HealthLegend units={health.units} />
        </>
      ) : health.kind === 'total' ? (
        <Box sx={{ color: 'text.secondary' }}>
          {t('health.noMeaning')}{' '}
          <TextLink underline="always" to={paths.settings()}>
            {t('shell:settings')}
          </TextLink>
        </Box>
      ) : (
        <TextLink to={paths.knowledge()}>{t('shell:knowledge')}</TextLink>
      )}
    </Section>
  );
}

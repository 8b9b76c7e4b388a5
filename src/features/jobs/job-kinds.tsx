import Pause from 'virtual:lucide/pause';
import Play from 'virtual:lucide/play';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ALL_BOTS, type JobKindView } from '#contract/jobs.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { type PauseInput, useCanChangeJobs, type usePauseJobs } from '#src/ui/job/use-job-actions.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';

type KindsProps = {
  kinds: readonly JobKindView[];
  /** Undefined: all bots. */
  bot: number | undefined;
  pause: ReturnType<typeof usePauseJobs>;
  onChange: (input: PauseInput) => void;
};

/** Each kind with its jobs, its pauses, and the button that pauses or resumes it. */
export function JobKinds({ kinds, bot, pause, onChange }: KindsProps) {
  const { t } = useTranslation(['jobs', 'terms']);
  // Maintenance concerns the whole gateway: no bot has such jobs.
  const shown = kinds.filter(({ kind }) => bot === undefined || kind !== 'chore');
  return (
    <PlainList
      aria-label={t('kinds.title')}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: '1fr',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: `repeat(${shown.length}, minmax(0, 1fr))`,
        },
      }}
    >
      {shown.map((view) => (
        <KindItem key={view.kind} view={view} bot={bot} pause={pause} onChange={onChange} />
      ))}
    </PlainList>
  );
}

/** A line with its button at the end. */
const lineStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
} as const;

type PauseLineProps = {
  kind: string;
  pause: JobKindView['pauses'][number];
  /** Whether the pause is of another bot than the one shown, or of all bots. */
  namesBot: boolean;
  /** Undefined where the key may not resume it. */
  onResume: (() => void) | undefined;
  busy: boolean;
};

/** Since when the jobs of a kind wait, with the way on. */
function PauseLine({ kind, pause: { botId, botName, pausedOn }, namesBot, onResume, busy }: PauseLineProps) {
  const { t } = useTranslation(['jobs', 'terms']);
  const formats = useFormats();
  const nameOf = useBotName();
  const bot = botId === ALL_BOTS ? t('terms:allBots') : nameOf({ id: botId, name: botName ?? '' });
  const when = formats.moment(pausedOn);
  return (
    <Box sx={{ ...lineStyle, gap: 0.5 }}>
      <SmallText tone="saffron" sx={{ fontWeight: 600 }}>
        {namesBot ? t('kinds.sinceBot', { bot, when }) : t('kinds.since', { when })}
      </SmallText>
      {onResume === undefined ? null : (
        <BusyButton
          size="small"
          startIcon={<Play size={16} />}
          busy={busy}
          aria-label={t('kinds.resumeNamed', { kind, bot })}
          onClick={onResume}
        >
          {t('kinds.resume')}
        </BusyButton>
      )}
    </Box>
  );
}

type KindItemProps = Omit<KindsProps, 'kinds'> & { view: JobKindView };

function KindItem({ view, bot = ALL_BOTS, pause, onChange }: KindItemProps) {
  const { t } = useTranslation(['jobs', 'terms']);
  const canChange = useCanChangeJobs();
  const { kind, running, waiting, pauses } = view;
  const name = t(`terms:jobKind.${kind}`);
  const change = (botId: number, paused: boolean) => onChange({ botId, kind, paused });
  const isBusy = (botId: number) =>
    pause.isPending && pause.variables.kind === kind && pause.variables.botId === botId;
  const everyBot = bot === ALL_BOTS && kind !== 'chore';
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: 'line.soft',
        borderRadius: 1,
        padding: { xs: 1, sm: 1.5 },
        display: 'grid',
        gap: 0.5,
        alignContent: 'start',
      }}
    >
      <Box sx={{ ...lineStyle, columnGap: 1, minHeight: 32 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Box>
        {canChange(kind, bot) && !pauses.some(({ botId }) => botId === bot) ? (
          <BusyButton
            size="small"
            startIcon={<Pause size={16} />}
            busy={isBusy(bot)}
            aria-label={t(everyBot ? 'kinds.pauseAllNamed' : 'kinds.pauseNamed', { kind: name })}
            onClick={() => change(bot, true)}
          >
            {t(everyBot ? 'kinds.pauseAll' : 'kinds.pause')}
          </BusyButton>
        ) : null}
      </Box>
      <SmallText tone="secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('status.counts', { running, waiting })}
      </SmallText>
      {pauses.map((item) => (
        <PauseLine
          key={item.botId}
          kind={name}
          pause={item}
          namesBot={item.botId !== bot || everyBot}
          onResume={canChange(kind, item.botId) ? () => change(item.botId, false) : undefined}
          busy={isBusy(item.botId)}
        />
      ))}
    </Box>
  );
}

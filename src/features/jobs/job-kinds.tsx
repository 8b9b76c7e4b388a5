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

function KindItem({
  view,
  bot = ALL_BOTS,
  pause,
  onChange,
}: Omit<KindsProps, 'kinds'> & { view: JobKindView }) {
  const { t } = useTranslation(['jobs', 'terms']);
  const formats = useFormats();
  const botName = useBotName();
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
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1,
          alignItems: 'center',
          justifyContent: 'space-between',
          minHeight: 32,
        }}
      >
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
      {pauses.map(({ botId, botName: given, pausedOn }) => {
        const of = botId === ALL_BOTS ? t('terms:allBots') : botName({ id: botId, name: given ?? '' });
        const when = formats.moment(pausedOn);
        return (
          <Box
            key={botId}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 0.5,
              alignItems: 'center',
              justifyContent: 'space-between',
            }}
          >
            <SmallText tone="saffron" sx={{ fontWeight: 600 }}>
              {botId === bot && !everyBot
                ? t('kinds.since', { when })
                : t('kinds.sinceBot', { bot: of, when })}
            </SmallText>
            {canChange(kind, botId) ? (
              <BusyButton
                size="small"
                startIcon={<Play size={16} />}
                busy={isBusy(botId)}
                aria-label={t('kinds.resumeNamed', { kind: name, bot: of })}
                onClick={() => change(botId, false)}
              >
                {t('kinds.resume')}
              </BusyButton>
            ) : null}
          </Box>
        );
      })}
    </Box>
  );
}

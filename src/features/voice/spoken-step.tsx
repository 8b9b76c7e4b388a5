import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import Volume2 from 'lucide-react/icons/volume-2';
import { useTranslation } from 'react-i18next';
import type { Voices } from '#src/api/speech-client.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { NoModelServer } from '#src/model-hints/no-model-server.tsx';
import { useModelOffered } from '#src/model-hints/use-model-offered.ts';
import { SpendLine } from '#src/spending/spend-line.tsx';
import type { Step, VoiceRun } from './run.ts';
import type { Speaker } from './speak-answer.ts';
import { speakable } from './speakable.ts';
import { SoundPlayer } from './sound-player.tsx';
import { StepFrame } from './step-frame.tsx';

type SpokenStepProps = {
  run: VoiceRun | undefined;
  step: Step;
  voices: Voices | undefined;
  /** Who would speak the answer; undefined: nobody. */
  speaker: Speaker | undefined;
  language: string;
  onSpeak: () => void;
  onFirst: () => void;
};

/** The answer as a caller hears it. */
export function SpokenStep(props: SpokenStepProps) {
  const { run, step, voices, speaker, language, onSpeak, onFirst } = props;
  const { t } = useTranslation('voice');
  const offered = useModelOffered('speech');
  const text = speakable(run?.answer ?? '');
  const answered = run?.steps.answered.phase;
  const ready = text !== '' && answered !== 'running' && answered !== 'waiting';
  const characters = Array.from(text).length;
  const robot = voices?.items.find(({ id }) => id === (run?.speaker || speaker?.speaker))?.robot === true;
  const named = run?.speaker || '';
  return (
    <StepFrame name="spoken" step={step} onAgain={ready && speaker !== undefined ? onSpeak : undefined}>
      {offered === false ? (
        <NoModelServer purpose="speech" level="h3" />
      ) : !ready ? (
        <Typography sx={{ color: 'text.tertiary' }}>{t('spoken.waiting')}</Typography>
      ) : speaker === undefined ? (
        voices === undefined ? null : (
          <Typography sx={{ color: 'saffron.ink' }}>
            {voices.open ? t('spoken.unnamed') : t('spoken.none', { language })}
          </Typography>
        )
      ) : step.phase === 'waiting' ? (
        <Button
          variant="outlined"
          startIcon={<Volume2 size={18} />}
          onClick={onSpeak}
          sx={{ justifySelf: 'start' }}
        >
          {t('spoken.speak')}
        </Button>
      ) : null}
      {run === undefined || run.sounds.length === 0 ? null : (
        <SoundPlayer
          key={run.id}
          name={t('player.answer')}
          sounds={run.sounds}
          complete={step.phase !== 'running'}
          onFirst={onFirst}
        />
      )}
      {named === '' ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}>
          <BidiText>{t('spoken.by', { voice: named })}</BidiText>
          {robot ? <Chip size="small" label={t('spoken.robot')} /> : null}
        </Box>
      )}
      {robot && ready ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('spoken.robotHint')}
        </Typography>
      ) : null}
      {ready && offered !== false && step.phase !== 'running' ? (
        <SpendLine ledger="speech" estimate={{ likely: characters, most: characters }} />
      ) : null}
    </StepFrame>
  );
}

import Volume2 from 'virtual:lucide/volume-2';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Voices } from '#src/api/client/speech.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { isSureOffer, type Offer } from '#src/api/hooks/use-permissions.ts';
import { AudioPlayer } from '#src/features/voice/recording/audio-player.tsx';
import { type SpokenAnswer, spokenAnswer } from '#src/features/voice/run/spoken-answer.ts';
import type { VoiceRun, VoiceStep } from '#src/features/voice/run/voice-run.ts';
import type { SpeechVoice } from '#src/features/voice/run/voice-steps.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { StepCard } from './step-card.tsx';

type SynthesisStepProps = {
  run: VoiceRun | undefined;
  step: VoiceStep;
  voices: Voices | undefined;
  /** Whether the gateway has the call that speaks. */
  offer: Offer | undefined;
  /** What would be spoken now. */
  spoken: SpokenAnswer;
  /** The voice for the answer; undefined: none fits. */
  speaker: SpeechVoice | undefined;
  language: string;
  onSpeak: () => void;
  onFirst: () => void;
};

/** Why a caller hears less than the answer says. */
function OmissionNotice({
  spoken: { text, unsupported, hasUnjudged, isReplaced },
}: {
  spoken: SpokenAnswer;
}) {
  const { t } = useTranslation('voice');
  if (unsupported === 0 && !hasUnjudged) return null;
  return (
    <SmallText tone="saffron">
      {unsupported > 0 ? <div>{t('spoken.unsupported', { count: unsupported })}</div> : null}
      {hasUnjudged ? <div>{t('spoken.unjudged')}</div> : null}
      {isReplaced ? (
        <div>
          {t('spoken.replaced')} <BidiText>{text}</BidiText>
        </div>
      ) : null}
    </SmallText>
  );
}

type SpeakActionProps = Omit<SynthesisStepProps, 'run' | 'spoken' | 'onFirst'> & { canSpeak: boolean };

/** The button that speaks the answer, or why it cannot be spoken now. */
function SpeakAction({ step, voices, offer, speaker, language, onSpeak, canSpeak }: SpeakActionProps) {
  const { t } = useTranslation('voice');
  const modelAvailable = useModelAvailable('speech');
  const capabilities = useCapabilities();
  if (offer === undefined && capabilities === null)
    return <Typography sx={{ color: 'text.secondary' }}>{t('spoken.unsupportedCall')}</Typography>;
  if (modelAvailable === false) return <NoModelServer purpose="speech" level="h3" />;
  if (!canSpeak) return <Typography sx={{ color: 'text.tertiary' }}>{t('spoken.waiting')}</Typography>;
  if (speaker === undefined)
    return voices === undefined ? null : (
      <Typography sx={{ color: 'saffron.ink' }}>
        {!voices.acceptsAny
          ? t('spoken.none', { language })
          : isSureOffer(offer)
            ? t('spoken.unnamed')
            : t('spoken.untried')}
      </Typography>
    );
  if (step.phase !== 'waiting') return null;
  return (
    <Button
      variant="outlined"
      startIcon={<Volume2 size={18} />}
      onClick={onSpeak}
      sx={{ justifySelf: 'start' }}
    >
      {t('spoken.speak')}
    </Button>
  );
}

/** The answer as a caller hears it. */
export function SynthesisStep(props: SynthesisStepProps) {
  const { run, step, voices, offer, spoken, speaker, onSpeak, onFirst } = props;
  const { t } = useTranslation('voice');
  const modelAvailable = useModelAvailable('speech');
  const { text } = spoken;
  // Speech already made follows the settings of its run, not later changes.
  const omitted = run === undefined || step.phase === 'waiting' ? spoken : spokenAnswer(run, run.settings);
  const answered = run?.steps.answered.phase;
  const canSpeak = text !== '' && answered !== 'running' && answered !== 'waiting';
  const characters = Array.from(text).length;
  const robot = voices?.items.find(({ id }) => id === (run?.speaker || speaker?.speaker))?.robot === true;
  const named = run?.speaker || '';
  return (
    <StepCard
      name="spoken"
      step={step}
      onRepeat={canSpeak && speaker !== undefined && offer !== undefined ? onSpeak : undefined}
      news={run?.sounds.length ?? 0}
    >
      <SpeakAction {...props} canSpeak={canSpeak} />
      {run === undefined || run.sounds.length === 0 ? null : (
        <AudioPlayer
          key={run.id}
          label={t('player.answer')}
          sounds={run.sounds}
          complete={step.phase !== 'running'}
          onFirstPlay={onFirst}
        />
      )}
      {canSpeak ? <OmissionNotice spoken={omitted} /> : null}
      {named === '' ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}>
          <BidiText>{t('spoken.by', { voice: named })}</BidiText>
          {robot ? <Chip size="small" label={t('spoken.robot')} /> : null}
        </Box>
      )}
      {robot && canSpeak ? <SmallText tone="secondary">{t('spoken.robotHint')}</SmallText> : null}
      {canSpeak && modelAvailable !== false && isSureOffer(offer) && step.phase !== 'running' ? (
        <CostEstimate ledger="speech" estimate={{ expected: characters, max: characters }} />
      ) : null}
    </StepCard>
  );
}

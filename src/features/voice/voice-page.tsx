import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { streamSynthesize, synthesize, transcribe } from '#contract/operations/speech.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { useOffer } from '#src/api/hooks/use-permissions.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import { estimateAnswer } from '#src/ui/quota/estimate-answer.ts';
import { SplitPage } from '#src/ui/side-pane.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import { HandsFreeSwitch } from './hands-free-switch.tsx';
import { ResponseTimeSection } from './run/response-time-section.tsx';
import { spokenAnswer } from './run/spoken-answer.ts';
import { useVoiceRun } from './run/use-voice-run.ts';
import { NO_ANSWER, runningStep, WAITING_STEP } from './run/voice-run.ts';
import { VoiceRunHistory } from './run/voice-run-history.tsx';
import type { SpeechVoice } from './run/voice-steps.ts';
import { selectVoice, useVoices } from './settings/use-voices.ts';
import { detectLanguage, useVoiceSettings } from './settings/voice-settings.ts';
import { VoiceSettingsPane } from './settings/voice-settings-pane.tsx';
import { AnswerStep, RetrievalStep } from './steps/answer-steps.tsx';
import { PlannedRepeatsContext } from './steps/step-card.tsx';
import { SynthesisStep } from './steps/synthesis-step.tsx';
import { TranscriptionStep } from './steps/transcription-step.tsx';
import { VoiceInputCard } from './voice-input-card.tsx';

/** A voice call step by step: transcription, retrieval, answer, synthesis. */
function Voice() {
  const { t, i18n } = useTranslation('voice');
  const [settings, change] = useVoiceSettings();
  const { voices, error: voicesError, retry } = useVoices();
  /** The corrected text, used on the next question. */
  const [draft, setDraft] = useState<string>();
  const canTranscribe = useModelAvailable('transcription');
  const capabilities = useCapabilities() ?? null;
  const { isAskedWhole } = useAskedWhole();
  const isSpokenWhole = settings.synthesis === 'whole' || isAskedWhole(streamSynthesize.id);
  const speechOffer = useOffer(isSpokenWhole ? synthesize : streamSynthesize);
  const chat = capabilities?.models.chat === true;

  // Until there is an answer, the page's language is the best guess.
  const fallbackLanguage = i18n.language === 'ar' ? 'ar' : 'en';
  const languageFor = (words: string) =>
    settings.language ||
    (words === '' ? settings.source || fallbackLanguage : detectLanguage(words, settings.source));
  const voiceFor = (words: string): SpeechVoice | undefined => {
    // Nothing is spoken by itself over a gateway that turned out not to know the call.
    if (capabilities === null && speechOffer === undefined) return undefined;
    const language = languageFor(words);
    const named = voices?.acceptsAny === true ? settings.customVoice.trim() : '';
    if (named !== '') return { speaker: named, language };
    const voice = selectVoice(voices?.items ?? [], settings.speaker, language);
    return voice && { speaker: voice.id, language };
  };
  const { runs, run, ...voice } = useVoiceRun({ settings, voiceFor, areVoicesKnown: voices !== undefined });
  const step = runningStep(run);
  const steps = run?.steps;
  const text = draft ?? run?.text ?? '';
  const spoken = spokenAnswer(run ?? NO_ANSWER, settings);
  const spokenLanguage = languageFor(spoken.text);
  const asking = step === 'found' || step === 'answered';
  const canAsk = text.trim() !== '' && step === undefined;

  // An answer that waits for the voices has no step that runs.
  useEscape(step !== undefined || voices === undefined, voice.stop);

  const ask = () => {
    voice.ask(text);
    setDraft(undefined);
  };
  // The charge of a gateway without capabilities is unknown before the first answer.
  const estimate =
    canAsk && capabilities !== null
      ? estimateAnswer({
          question: text,
          maxOutputTokens: ANSWER_LIMITS.MaxOutputTokens.default,
          retrievalOnly: false,
          generated: chat,
          reservesExactly: true,
          previousAnswerTokens: [],
        })
      : undefined;
  const announcement =
    steps === undefined
      ? ''
      : steps.spoken.firstOutputSeconds !== undefined
        ? t('run.announce.spoken')
        : steps.answered.phase === 'done'
          ? t('run.announce.answered', { text: spoken.text })
          : steps.heard.phase === 'done'
            ? t('run.announce.heard', { text: run?.text ?? '' })
            : '';
  return (
    <SplitPage
      paneWidth="360px"
      pane={
        <VoiceSettingsPane settings={settings} voices={voices} spoken={spokenLanguage} onChange={change} />
      }
    >
      <PageFrame title={t('title')} subtitle={t('subtitle')} hideTitle="phone">
        <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
          {announcement}
        </div>
        <Box sx={{ paddingBlockStart: { xs: 2, md: 0 } }}>
          {canTranscribe === false ? (
            <>
              <NoModelServer purpose="transcription" />
              <HandsFreeSwitch
                withSpeech={false}
                handsFree={settings.handsFree}
                onChange={(handsFree) => change({ handsFree })}
              />
            </>
          ) : (
            <VoiceInputCard
              settings={settings}
              input={run?.input}
              onChange={change}
              onRecordingStart={voice.stop}
              onInput={(input) => {
                setDraft(undefined);
                voice.transcribeNew(input);
              }}
            />
          )}
          <ResponseTimeSection run={run} onStop={step === undefined ? undefined : voice.stop} />
          <PlannedRepeatsContext value={voice.planned}>
            <PlainList as="ol" sx={{ marginBlockStart: 2 }}>
              <TranscriptionStep
                run={run}
                step={steps?.heard ?? WAITING_STEP}
                text={text}
                edited={draft !== undefined && run?.text !== draft}
                asking={asking}
                costEstimate={<CostEstimate ledger="text" estimate={estimate} />}
                onText={setDraft}
                onAsk={ask}
                onRepeat={
                  run?.input.sound === undefined
                    ? undefined
                    : () => {
                        setDraft(undefined);
                        voice.transcribeAgain();
                      }
                }
              />
              <RetrievalStep
                run={run}
                step={steps?.found ?? WAITING_STEP}
                onRepeat={canAsk ? ask : undefined}
              />
              <AnswerStep
                run={run}
                step={steps?.answered ?? WAITING_STEP}
                onRepeat={canAsk ? ask : undefined}
              />
              <SynthesisStep
                run={run}
                step={steps?.spoken ?? WAITING_STEP}
                voices={voices}
                offer={speechOffer}
                spoken={spoken}
                speaker={voiceFor(spoken.text)}
                language={t(`language.${spokenLanguage}`)}
                onSpeak={voice.speak}
                onFirst={voice.markFirstSound}
              />
            </PlainList>
          </PlannedRepeatsContext>
          <FaultNotice error={voicesError} onRetry={retry} />
          <VoiceRunHistory runs={runs} />
        </Box>
      </PageFrame>
    </SplitPage>
  );
}

export function VoicePage() {
  const { t } = useTranslation('voice');
  return (
    <RoleGate operation={transcribe} title={t('title')}>
      <Voice />
    </RoleGate>
  );
}

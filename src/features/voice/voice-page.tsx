import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { NoModelServer } from '#src/model-hints/no-model-server.tsx';
import { useModelOffered } from '#src/model-hints/use-model-offered.ts';
import { estimateAnswer } from '#src/spending/estimate-tokens.ts';
import { SpendLine } from '#src/spending/spend-line.tsx';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { AnsweredStep } from './answered-step.tsx';
import { CallerCard } from './caller-card.tsx';
import { chooseSpeaker } from './fitting-voices.ts';
import { FoundStep } from './found-step.tsx';
import { HeardStep } from './heard-step.tsx';
import { HistorySection } from './history-section.tsx';
import { OnwardSwitch } from './onward-switch.tsx';
import { PathSection } from './path-section.tsx';
import { runningStep, WAITING } from './run.ts';
import { languageOf } from './settings.ts';
import { SettingsPane } from './settings-pane.tsx';
import type { Speaker } from './speak-answer.ts';
import { speakable } from './speakable.ts';
import { SpokenStep } from './spoken-step.tsx';
import { useVoiceRun } from './use-voice-run.ts';
import { useVoiceSettings } from './use-voice-settings.ts';
import { useVoices } from './use-voices.ts';

/** The whole path of a bot's voice as a caller lives it: said, heard, found, answered, spoken. */
export function VoicePage() {
  const { t, i18n } = useTranslation('voice');
  const [settings, change] = useVoiceSettings();
  const { voices, error: voicesError, retry } = useVoices();
  /** What a person made of the text; it counts once it is asked. */
  const [draft, setDraft] = useState<string>();
  const hearing = useModelOffered('transcription');
  const chat = useCapabilities()?.models.chat === true;

  // Until there is an answer, that of the page is as good a guess as any.
  const guess = i18n.language === 'ar' ? 'ar' : 'en';
  const languageFor = (answer: string) =>
    settings.language || (answer === '' ? settings.source || guess : languageOf(answer, settings.source));
  const speakerFor = (answer: string): Speaker | undefined => {
    const language = languageFor(answer);
    const named = voices?.open === true ? settings.named.trim() : '';
    if (named !== '') return { speaker: named, language };
    const voice = chooseSpeaker(voices?.items ?? [], settings.speaker, language);
    return voice && { speaker: voice.id, language };
  };
  const { runs, run, ...voice } = useVoiceRun({ settings, speakerFor });
  const step = runningStep(run);
  const steps = run?.steps;
  const text = draft ?? run?.text ?? '';
  const answer = run?.answer ?? '';
  const spoken = languageFor(speakable(answer));
  const asking = step === 'found' || step === 'answered';
  const mayAsk = text.trim() !== '' && step === undefined;

  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && step !== undefined && !event.defaultPrevented) voice.stop();
  });
  useEffect(() => {
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);

  const ask = () => {
    voice.ask(text);
    setDraft(undefined);
  };
  const estimate = mayAsk
    ? estimateAnswer({
        question: text,
        maxOutputTokens: ANSWER_LIMITS.MaxOutputTokens.default,
        free: false,
        written: chat,
        answers: [],
      })
    : undefined;
  const announcement =
    steps === undefined
      ? ''
      : steps.spoken.first !== undefined
        ? t('run.announce.spoken')
        : steps.answered.phase === 'done'
          ? t('run.announce.answered', { text: answer })
          : steps.heard.phase === 'done'
            ? t('run.announce.heard', { text: run?.text ?? '' })
            : '';
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
        alignItems: 'start',
        alignContent: 'start',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <PageFrame title={t('title')} subtitle={t('subtitle')} hideTitle="phone">
          <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
            {announcement}
          </div>
          <Box sx={{ paddingBlockStart: { xs: 2, md: 0 } }}>
            {hearing === false ? (
              <>
                <NoModelServer purpose="transcription" />
                <OnwardSwitch
                  spoken={false}
                  onward={settings.onward}
                  onChange={(onward) => change({ onward })}
                />
              </>
            ) : (
              <CallerCard
                settings={settings}
                said={run?.said}
                onChange={change}
                onBegin={voice.stop}
                onSaid={(said) => {
                  setDraft(undefined);
                  voice.hearNew(said);
                }}
              />
            )}
            <PathSection run={run} onStop={step === undefined ? undefined : voice.stop} />
            <Box component="ol" sx={{ listStyle: 'none', margin: 0, marginBlockStart: 2, padding: 0 }}>
              <HeardStep
                run={run}
                step={steps?.heard ?? WAITING}
                text={text}
                edited={draft !== undefined && run?.text !== draft}
                asking={asking}
                spend={<SpendLine ledger="text" estimate={estimate} />}
                onText={setDraft}
                onAsk={ask}
                onAgain={
                  run?.said.sound === undefined
                    ? undefined
                    : () => {
                        setDraft(undefined);
                        voice.hearAgain();
                      }
                }
              />
              <FoundStep run={run} step={steps?.found ?? WAITING} onAgain={mayAsk ? ask : undefined} />
              <AnsweredStep run={run} step={steps?.answered ?? WAITING} onAgain={mayAsk ? ask : undefined} />
              <SpokenStep
                run={run}
                step={steps?.spoken ?? WAITING}
                voices={voices}
                speaker={speakerFor(speakable(answer))}
                language={t(`language.${spoken}`)}
                onSpeak={voice.speak}
                onFirst={voice.noteSound}
              />
            </Box>
            {voicesError ? <FaultNotice error={voicesError} onRetry={retry} /> : null}
            <HistorySection runs={runs} />
          </Box>
        </PageFrame>
      </Box>
      <SettingsPane settings={settings} voices={voices} spoken={spoken} onChange={change} />
    </Box>
  );
}

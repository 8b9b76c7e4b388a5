import Check from 'virtual:lucide/check';
import Pencil from 'virtual:lucide/pencil';
import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RunVerdict, Verdict } from '#contract/runs.ts';
import { KeyboardKey } from '#src/features/answers/question/keyboard-key.tsx';
import { useShortcuts } from '#src/features/answers/use-shortcuts.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import { useSingleKeys } from '#src/ui/single-keys-context.ts';
import { TestResultNotice } from '#src/ui/test/test-result-notice.tsx';
import type { Judging } from './use-judging.ts';
import { WrongReport } from './wrong-report.tsx';

const VERDICT_KEYS = [
  ['right', '1', Check],
  ['wrong', '2', X],
] as const;

type VerdictButtonProps = {
  label: string;
  shortcut: string;
  icon: ReactNode;
  pressed?: boolean;
  busy: boolean;
  onClick: () => void;
};

function VerdictButton({ label, shortcut, icon, pressed, busy, onClick }: VerdictButtonProps) {
  const isOn = useSingleKeys();
  return (
    <BusyButton
      size="small"
      variant={pressed === true ? 'contained' : 'outlined'}
      busy={busy}
      showsProgress={false}
      startIcon={icon}
      aria-pressed={pressed}
      {...(isOn ? { 'aria-keyshortcuts': shortcut } : {})}
      onClick={onClick}
    >
      {label}
      {isOn ? (
        <Box
          component="span"
          aria-hidden
          sx={{
            display: { xs: 'none', md: 'inline' },
            marginInlineStart: 1,
            '& > *': { color: 'inherit', borderColor: 'currentColor' },
          }}
        >
          <KeyboardKey>{shortcut}</KeyboardKey>
        </Box>
      ) : null}
    </BusyButton>
  );
}

function OtherVerdict({ verdict: { verdict, by, on, note } }: { verdict: Verdict }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t(`verdict.by.${verdict}`, { name: by, when: formats.moment(on) })}
      {note === '' ? null : (
        <>
          {': '}
          <BidiText>{note}</BidiText>
        </>
      )}
    </Typography>
  );
}

/** Under an answer: right, wrong, or what would be right; also by the keys 1, 2 and 3. */
export function VerdictBar({ run, judging }: { run: AnswerRun; judging: Judging }) {
  const { t } = useTranslation('playground');
  const navigate = useNavigate();
  const { verdicts, own, judge, busy, error, judgement, dismiss, dismissError } = judging;
  const { question, names } = run.request;
  const toggle = (verdict: RunVerdict) => judge({ verdict: own?.verdict === verdict ? null : verdict });
  const correct = () => void navigate(paths.tests({ add: question, index: names }));
  useShortcuts({
    Digit1: busy ? undefined : () => toggle('right'),
    Digit2: busy ? undefined : () => toggle('wrong'),
    Digit3: correct,
  });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        role="group"
        aria-label={t('verdict.label')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
      >
        {VERDICT_KEYS.map(([verdict, shortcut, Icon]) => (
          <VerdictButton
            key={verdict}
            label={t(`verdict.${verdict}`)}
            shortcut={shortcut}
            icon={<Icon size={16} />}
            pressed={own?.verdict === verdict}
            busy={busy}
            onClick={() => toggle(verdict)}
          />
        ))}
        <VerdictButton
          label={t('verdict.correct')}
          shortcut="3"
          icon={<Pencil size={16} />}
          busy={false}
          onClick={correct}
        />
      </Box>
      {verdicts.map((verdict) =>
        verdict.mine ? null : <OtherVerdict key={`${verdict.by} ${verdict.on}`} verdict={verdict} />,
      )}
      {own?.verdict === 'wrong' ? (
        <WrongReport
          key={run.requestId}
          runId={run.requestId ?? ''}
          own={own}
          busy={busy}
          onSaveNote={(note) => judge({ verdict: 'wrong', note })}
        />
      ) : null}
      {judgement === undefined ? null : (
        <TestResultNotice result={judgement.result} busy={busy} onKeep={judgement.keep} onDismiss={dismiss} />
      )}
      <FaultNotice error={error} onDismiss={dismissError} />
    </Box>
  );
}

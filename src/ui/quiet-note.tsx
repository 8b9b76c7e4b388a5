import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { SmallText } from './small-text.tsx';

/** From here on a wait is said to be one. */
const QUIET_MS = 10_000;
const TICK_MS = 1000;

/** Milliseconds since the component was mounted, in whole seconds; 0 until it has been quiet for some time. */
function useQuietMs(): number {
  const [quietMs, setQuietMs] = useState(0);
  useEffect(() => {
    const since = Date.now();
    const timer = setInterval(() => {
      const passed = Date.now() - since;
      if (passed >= QUIET_MS) setQuietMs(Math.floor(passed / TICK_MS) * TICK_MS);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return quietMs;
}

function Wait({ begun }: { begun: boolean }) {
  const { t } = useTranslation('faults');
  const formats = useFormats();
  const quietMs = useQuietMs();
  const text = (ms: number) => t(begun ? 'quiet.begun' : 'quiet.nothing', { time: formats.duration(ms) });
  return (
    <>
      {/* Announced once: the figure that follows changes each second. */}
      <span className="visually-hidden" role="status">
        {quietMs === 0 ? '' : text(QUIET_MS)}
      </span>
      {quietMs === 0 ? null : (
        <SmallText role="timer" tone="saffron">
          {text(quietMs)}
        </SmallText>
      )}
    </>
  );
}

type QuietNoteProps = {
  running: boolean;
  /** Changes with all that comes; each change begins the wait again. */
  news: string | number;
  /** Whether anything has come. */
  begun: boolean;
};

/** Note after some time without data from a call, so that a hanging call can be told from a slow one and stopped. */
export function QuietNote({ running, news, begun }: QuietNoteProps) {
  return running ? <Wait key={news} begun={begun} /> : null;
}

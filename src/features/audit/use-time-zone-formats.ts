import { createContext, use, useMemo } from 'react';
import { useLocale } from '#src/i18n/locale.tsx';

/** Formats moments in a time zone, in the chosen digits. */
export function useTimeZoneFormats(zone: string) {
  const { language, digits } = useLocale();
  return useMemo(() => {
    const tag = `${language === 'ar' ? 'ar' : 'en-GB'}-u-ca-gregory-nu-${digits}`;
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const;
    const day = new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: zone,
    });
    const time = new Intl.DateTimeFormat(tag, clock);
    const full = new Intl.DateTimeFormat(tag, {
      ...clock,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
    return {
      day: (on: string) => day.format(new Date(on)),
      time: (on: string) => time.format(new Date(on)),
      full: (on: string) => full.format(new Date(on)),
    };
  }, [language, digits, zone]);
}

const BotTimeContext = createContext<ReturnType<typeof useTimeZoneFormats> | undefined>(undefined);

/** Formats moments below it in the bot's zone. */
export const BotTimeProvider = BotTimeContext;

export function useBotTime() {
  const formats = use(BotTimeContext);
  if (formats === undefined) throw new Error('useBotTime needs a BotTimeProvider');
  return formats;
}

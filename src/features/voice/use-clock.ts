import { useFormats } from '#src/i18n/locale.tsx';

/** Seconds as players show them: 0:07, 1:30. */
export function useClock(): (seconds: number) => string {
  const formats = useFormats();
  return (seconds) => {
    const whole = Math.floor(seconds);
    const rest = formats.number(whole % 60, { minimumIntegerDigits: 2 });
    return `${formats.number(Math.floor(whole / 60))}:${rest}`;
  };
}

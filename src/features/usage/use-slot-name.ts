import { useFormats } from '#src/i18n/locale.tsx';

/** A day (`2026-11-21`) or an hour (`2026-11-21T14`) of the bot's zone, on an axis or in full. */
export function useSlotName(): (slot: string, length: 'short' | 'long') => string {
  const formats = useFormats();
  return (slot, length) => {
    const [day = '', hour] = slot.split('T');
    const name = formats.day(day, length);
    if (hour === undefined) return name;
    const digits = { minimumIntegerDigits: 2 };
    const time = `${formats.number(Number(hour), digits)}:${formats.number(0, digits)}`;
    // On an axis a day stands where it begins.
    return length === 'long' ? `${name} ${time}` : hour === '00' ? name : time;
  };
}

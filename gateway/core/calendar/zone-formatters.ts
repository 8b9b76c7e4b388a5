/** Formatters of moments in IANA zones, Gregorian, in Western digits and 24 hours; each is made once, which takes long. */
export function zoneFormatters(options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    let formatter = formatters.get(zone);
    if (!formatter) {
      formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
        ...options,
        timeZone: zone,
        hourCycle: 'h23',
      });
      formatters.set(zone, formatter);
    }
    return formatter;
  };
}

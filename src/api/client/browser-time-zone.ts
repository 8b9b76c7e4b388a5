/** The zone of this browser, an IANA name. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
}

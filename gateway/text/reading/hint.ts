/** What is known about the bytes beside the bytes themselves. */
export interface ReadHint {
  /** Name the file was uploaded under; used to tell text formats apart, never shown. */
  fileName?: string;
  /** Character set that the transport declared (HTTP `Content-Type`), if any. */
  charset?: string;
}

/** A bucket of an S3-compatible store, asked by path (`endpoint/bucket/key`). */
export interface S3Location {
  readonly kind: 's3';
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** '' or ending with a slash. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Where a process keeps a local copy while its children read a blob. */
  readonly spoolFolder: string;
}

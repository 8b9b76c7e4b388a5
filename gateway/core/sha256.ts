/** SHA-256 of bytes as they come. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Lower-case hex of all of them; once. */
  digest(): Promise<string>;
}

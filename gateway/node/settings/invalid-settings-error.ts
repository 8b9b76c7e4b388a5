/** A setting that cannot be used; its message names it. */
export class InvalidSettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'InvalidSettingsError';
  }
}

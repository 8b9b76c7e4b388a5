/** Invalid settings; the message has a line for each, with its name. */
export class InvalidSettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'InvalidSettingsError';
  }
}

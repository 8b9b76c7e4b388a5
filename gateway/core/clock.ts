/** The time; tests set it. */
export interface Clock {
  now(): Date;
}

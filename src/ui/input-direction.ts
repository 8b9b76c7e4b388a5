/**
 * The direction of a field that people type into: that of what is typed, and while nothing is, that of the page, so
 * that the placeholder stands where the words will.
 */
export function inputDirection(value: string): 'auto' | undefined {
  return value === '' ? undefined : 'auto';
}

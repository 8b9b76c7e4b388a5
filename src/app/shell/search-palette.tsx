export function SearchPalette() {
  return null;
}

/** The frame is made anew with each bot: whoever switched finds the focus where it was. */
let wanted = false;

export function wantFocusBack(): void {
  wanted = true;
}

/** True once after each wish. */
export function takeFocusBack(): boolean {
  const was = wanted;
  wanted = false;
  return was;
}

export const MAIN_CONTENT_ID = 'content';

/** Moves the focus to what follows the frame. */
export const focusContent = (): void => document.getElementById(MAIN_CONTENT_ID)?.focus();

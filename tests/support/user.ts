import type { Options } from '@testing-library/user-event';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';

/** A person at the page. */
export function startUser(options: Options = {}) {
  const user = userEvent.setup({
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    ...options,
  });
  return {
    ...user,
    /** Puts a text in at once: typed, every letter renders the page. Keys in braces follow the text. */
    async write(field: Element, text: string): Promise<void> {
      const [, letters = '', keys = ''] = /^([^{]*)(.*)$/su.exec(text) ?? [];
      await user.click(field);
      if (letters !== '') await user.paste(letters);
      if (keys !== '') await user.keyboard(keys);
    },
  };
}

export type User = ReturnType<typeof startUser>;

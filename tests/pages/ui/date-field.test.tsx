import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createPreferenceStore } from '#src/app/preferences.ts';
import type { Language } from '#src/i18n/languages.ts';
import { DateField } from '#src/ui/date-field.tsx';
import { renderPiece } from '#tests/support/render-app.tsx';
import { startUser } from '#tests/support/user.ts';

/** The field in a page that keeps its day; `changes` are the days it was told. */
async function renderField(language: Language, initial = '', bounds: { min?: string; max?: string } = {}) {
  const changes = vi.fn<(day: string) => void>();
  function Page() {
    const [day, setDay] = useState(initial);
    const change = (next: string) => {
      changes(next);
      setDay(next);
    };
    return <DateField label="من" value={day} onChange={change} {...bounds} />;
  }
  await renderPiece(<Page />, language);
  return { field: screen.getByRole('textbox', { name: 'من' }), changes, user: startUser() };
}

describe('DateField', () => {
  test.each([
    ['2026-11-05', '2026-11-05'],
    ['2026/11/5', '2026-11-05'],
    ['٢٠٢٦-١١-٠٥', '2026-11-05'],
    ['20261105', '2026-11-05'],
  ])('reads %s as a day', async (typed, day) => {
    const { field, changes, user } = await renderField('en');
    await user.type(field, typed);
    await user.tab();
    expect(changes).toHaveBeenCalledExactlyOnceWith(day);
    expect(field).toHaveValue(day);
    expect(field).toBeValid();
  });

  test.each(['2026-02-30', '05/11/2026', 'غدًا', '2026-11'])(
    'keeps %s, says what is wrong with it, and tells the page no day',
    async (typed) => {
      const { field, changes, user } = await renderField('ar', '2026-11-01');
      await user.clear(field);
      await user.type(field, typed);
      await user.tab();
      expect(field).toHaveValue(typed);
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(/^أدخل التاريخ.*\u202D\d{4}-\d\d-\d\d\u202C$/u);
      expect(changes).toHaveBeenCalledTimes(1);
      expect(changes).toHaveBeenLastCalledWith('');
    },
  );

  test('moves by days with the arrow keys, and says when a day is beyond its bounds', async () => {
    const { field, changes } = await renderField('en', '2026-02-28', { max: '2026-03-01' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(changes).toHaveBeenLastCalledWith('2026-03-01');
    expect(field).toBeValid();
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(field).toHaveValue('2026-03-02');
    expect(field).toHaveAccessibleDescription('Not after 1 Mar');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(changes).toHaveBeenLastCalledWith('2026-03-01');
  });

  test('writes in the digits that the page has', async () => {
    createPreferenceStore(localStorage, ['ar']).set({ digits: 'arab' });
    const { field } = await renderField('ar', '2026-11-05');
    expect(field).toHaveValue('٢٠٢٦-١١-٠٥');
    expect(field).toHaveAttribute('dir', 'ltr');
  });
});

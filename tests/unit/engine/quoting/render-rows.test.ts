import { describe, expect, test } from 'vitest';
import { renderRows } from '#gateway/engine/quoting/render-rows.ts';

/** A stretch of a passage, quoted letter for letter, with its rows as they are said. */
function say(passage: string, quoted = passage) {
  const start = passage.indexOf(quoted);
  const inPassage = { start, end: start + quoted.length };
  const quote = {
    text: quoted,
    from: [0],
    spans: [{ passage: 0, inPassage, inAnswer: { start: 0, end: quoted.length } }],
  };
  return renderRows(quote, [passage]);
}

describe('rows as they are said', () => {
  test.each([
    [
      'two columns without their names',
      'Service: Transfer abroad | Fee: 50.75 SAR',
      'Transfer abroad: 50.75 SAR',
    ],
    ['a sign of currency', 'Service: Transfer abroad | Fee: €50', 'Transfer abroad: €50'],
    ['a unit that the value has too', 'Place: Gym | Hours: 24 hours', 'Gym: 24 hours'],
    ['words under a name with a unit', 'Place: Gym | Hours: closed', 'Gym: closed'],
    ['bare numbers with both names', 'Weight (kg): 5 | Fee (SAR): 20', 'Weight (kg): 5, Fee (SAR): 20'],
    ['بالعربية', 'عدد الأيام: 7 | الرسوم (ريال): 12', 'عدد الأيام: 7، الرسوم (ريال): 12'],
    [
      'a number that its column explains',
      'Desk: Complaints | Phone: 920 004 417',
      'Complaints: Phone 920 004 417',
    ],
    [
      'a remark in brackets',
      'Plan: Basic | Price (per person): from 20 SAR',
      'Basic: Price (per person) from 20 SAR',
    ],
    ['a unit', 'City: Riyadh | Delivery days: 3 to 5', 'Riyadh: Delivery days 3 to 5'],
    ['a currency', 'City: Riyadh | Fee SAR: from 20', 'Riyadh: Fee SAR from 20'],
    [
      'three columns',
      'Room: Single | Low season: 89 EUR | High season: 124 EUR',
      'Single: Low season 89 EUR, High season 124 EUR',
    ],
    ['ثلاثة أعمدة', 'الحصة: يوغا | اليوم: الأحد | المدربة: ريم', 'يوغا: اليوم الأحد، المدربة ريم'],
    [
      'three columns of numbers',
      'Weight: 5 | By land: 20 | By air: 40',
      'Weight: 5, By land: 20, By air: 40',
    ],
  ])('%s', (_, row, said) => {
    expect(say(row).text).toBe(said);
  });

  test('a row with an empty cell says which of the columns it has', () => {
    const nights =
      'Room: Single | Low: 89 EUR | High: 124 EUR\nRoom: Suite | High: 310 EUR\nLow: 70 EUR | High: 90 EUR';
    expect(say(nights).text.split('\n')).toEqual([
      'Single: Low 89 EUR, High 124 EUR',
      'Suite: High 310 EUR',
      'Low: 70 EUR, High: 90 EUR',
    ]);
    expect(say(nights, 'Room: Suite | High: 310 EUR').text).toBe('Suite: High 310 EUR');
  });

  test('all rows of a table begin alike', () => {
    const fees = 'Parcel: 5 | Fee: 20 SAR\nParcel: oversized | Fee: 90 SAR';
    expect(say(fees, 'Parcel: oversized | Fee: 90 SAR').text).toBe('Parcel: oversized, Fee: 90 SAR');
  });

  test.each(['Room: Single | Low season: 89 EUR', 'Low season: 89 EUR | High season: 124 EUR'])(
    'part of a row stays as it stands: %s',
    (part) => {
      expect(say('Room: Single | Low season: 89 EUR | High season: 124 EUR', part).text).toBe(part);
    },
  );

  test.each(['1 | 15', 'Opening hours | see: desk', 'No table: at all'])(
    'what has no columns: %s',
    (line) => {
      expect(say(line).text).toBe(line);
    },
  );

  test('keeps what stands around them, and says where each word comes from', () => {
    const passage = 'Our nights:\nRoom: Single | Low: 89 EUR | High: 124 EUR\nAsk the desk.';
    const { text, spans } = say(passage);
    expect(text).toBe('Our nights:\nSingle: Low 89 EUR, High 124 EUR\nAsk the desk.');
    for (const { inPassage, inAnswer } of spans)
      expect(text.slice(inAnswer.start, inAnswer.end)).toBe(passage.slice(inPassage.start, inPassage.end));
    expect(spans.map(({ inAnswer }) => text.slice(inAnswer.start, inAnswer.end).trim())).toEqual([
      'Our nights:',
      'Single',
      'Low',
      '89 EUR',
      'High',
      '124 EUR',
      'Ask the desk.',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { rank } from '#gateway/engine/ranking/rank.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';

/** Passages of one language, and questions in other forms of their words with the passage that answers each. */
const UNITS: { language: string; texts: string[]; questions: [string, number][] }[] = [
  {
    language: 'es',
    texts: [
      'El museo abre todos los días a las nueve y cierra los lunes.',
      'Los autobuses salen cada diez minutos desde el puerto hasta el mercado.',
      'La tarifa de envío internacional es de veinte euros por paquete.',
    ],
    questions: [
      ['¿Cuándo abren los museos?', 0],
      ['¿Con qué frecuencia sale el autobús?', 1],
      ['¿Cuánto cuestan los envíos internacionales?', 2],
    ],
  },
  {
    language: 'fr',
    texts: [
      'Le musée ouvre à neuf heures et ferme le lundi.',
      'Les bus partent toutes les dix minutes du port.',
      'L’abonnement mensuel coûte vingt euros et se résilie en ligne.',
    ],
    questions: [
      ['À quelle heure les musées ouvrent-ils ?', 0],
      ['Comment résilier mon abonnement ?', 2],
      ["D'où partent les autobus ?", 1],
    ],
  },
  {
    language: 'de',
    texts: [
      'Das Museum öffnet um neun Uhr und bleibt montags geschlossen.',
      'Die Busse fahren alle zehn Minuten vom Hafen zum Markt.',
      'Die Kündigung eines Vertrags muss schriftlich erfolgen.',
    ],
    questions: [
      ['Wann öffnen die Museen?', 0],
      ['Wie kündige ich den Vertrag?', 2],
      ['Wie oft fährt der Bus?', 1],
    ],
  },
  {
    language: 'tr',
    texts: [
      'Müze her gün saat dokuzda açılır ve pazartesi günleri kapalıdır.',
      'Otobüsler limandan çarşıya on dakikada bir kalkar.',
      'Sözleşmenin feshi yazılı olarak bildirilmelidir.',
    ],
    questions: [
      ['Müzeler saat kaçta açılıyor?', 0],
      ['Otobüs nereden kalkıyor?', 1],
      ['Sözleşmeyi nasıl feshederim?', 2],
    ],
  },
  {
    language: 'ru',
    texts: [
      'Музей открывается в девять часов и закрыт по понедельникам.',
      'Автобусы отправляются каждые десять минут из порта.',
      'Договор можно расторгнуть письменно за месяц.',
    ],
    questions: [
      ['Когда открываются музеи?', 0],
      ['Откуда отправляется автобус?', 1],
      ['Как расторгнуть договоры?', 2],
    ],
  },
  {
    language: 'hi',
    texts: [
      'संग्रहालय सुबह नौ बजे खुलता है और सोमवार को बंद रहता है।',
      'बसें हर दस मिनट में बंदरगाह से चलती हैं।',
      'किराया बीस रुपये प्रति यात्री है।',
    ],
    questions: [
      ['संग्रहालय कब खुलता है?', 0],
      ['बस कितनी देर में चलती है?', 1],
      ['यात्रियों का किराया कितना है?', 2],
    ],
  },
  {
    language: 'zh',
    texts: [
      '博物馆每天上午九点开门，星期一闭馆。',
      '公共汽车每十分钟从港口开往市场。',
      '国际邮寄的费用是每件二十元。',
    ],
    questions: [
      ['博物馆几点开门？', 0],
      ['公共汽车从哪里出发？', 1],
      ['国际邮寄费用是多少？', 2],
    ],
  },
  {
    language: 'th',
    texts: [
      'พิพิธภัณฑ์เปิดทุกวันเวลาเก้าโมงเช้าและปิดวันจันทร์',
      'รถเมล์ออกจากท่าเรือทุกสิบนาที',
      'ค่าจัดส่งต่างประเทศคือยี่สิบบาทต่อชิ้น',
    ],
    questions: [
      ['พิพิธภัณฑ์เปิดกี่โมง', 0],
      ['รถเมล์ออกจากที่ไหน', 1],
      ['ค่าจัดส่งต่างประเทศเท่าไร', 2],
    ],
  },
  {
    language: 'ar',
    texts: [
      'يفتح المتحف أبوابه يومياً في التاسعة ويغلق يوم الاثنين.',
      'تنطلق الحافلات من الميناء كل عشر دقائق.',
      'تُلغى العقود كتابةً قبل شهر من نهايتها.',
    ],
    questions: [
      ['متى تفتح المتاحف؟', 0],
      ['من أين تنطلق الحافلة؟', 1],
      ['كيف ألغي عقدي؟', 2],
    ],
  },
];

const segmentOf = (texts: readonly string[]) =>
  openSegment(
    buildSegment(
      texts.map((text) => ({ text, sectionTitle: '' })),
      '',
    ),
  );

describe.each(UNITS)('a unit in $language', ({ language, texts, questions }) => {
  const unit = { unitId: 1, segment: segmentOf(texts) };

  test('is read in its language', () => {
    expect(unit.segment.language).toBe(language === 'ar' ? 'en' : language);
  });

  test.each(questions)('%s', (question, answering) => {
    expect(rank(question, [unit], { limit: 1 })[0]?.ordinal).toBe(answering);
  });

  test('answers beside an Arabic unit and an English one', () => {
    const arabic = { unitId: 2, segment: segmentOf(['تعمل المكتبة من الثامنة.', 'يُغلق الفرع يوم الجمعة.']) };
    const english = {
      unitId: 3,
      segment: segmentOf(['The library is open.', 'A branch is closed on Friday.']),
    };
    for (const [question, answering] of questions) {
      const [first] = rank(question, [arabic, english, unit], { limit: 1 });
      expect([first?.unitId, first?.ordinal]).toEqual([1, answering]);
    }
  });
});

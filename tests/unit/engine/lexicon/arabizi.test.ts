import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { arabicSkeleton, latinSkeletons } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { arabiziSkeletons, isArabizi } from '#gateway/engine/question/arabizi.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';

const skeletonOf = (word: string) => arabicSkeleton(normaliseWord(word));
const read = (question: string) => isArabizi(tokenise(question).map(({ word }) => word));

describe('skeletons of consonants', () => {
  test.each([
    ['fatoura', 'فاتورة'],
    ['fatora', 'فاتورة'],
    ['7saab', 'حساب'],
    ['hisab', 'حساب'],
    ['rasid', 'رصيد'],
    ['raseed', 'رصيد'],
    ['bita2a', 'بطاقة'],
    ['bitaqa', 'بطاقة'],
    ['ta7wil', 'تحويل'],
    ['tahweel', 'تحويل'],
    ['maw3ed', 'موعد'],
    ['maw3id', 'موعد'],
    ['shahada', 'شهادة'],
    ['chahada', 'شهادة'],
    ['mostashfa', 'مستشفى'],
    ['5asm', 'خصم'],
    ['khasm', 'خصم'],
    ["7'asm", 'خصم'],
    ['6alab', 'طلب'],
    ['talab', 'طلب'],
    ['9arf', 'صرف'],
    ['sarf', 'صرف'],
    ['9ard', 'قرض'],
    ['qard', 'قرض'],
    ['gard', 'قرض'],
    ['dari2iba', 'ضريبة'],
    ['dareeba', 'ضريبة'],
    ['3onwan', 'عنوان'],
    ['shar7', 'شرح'],
    ['gharama', 'غرامة'],
    ["3'arama", 'غرامة'],
    ['8arama', 'غرامة'],
    ['mudarris', 'مدرس'],
    ['thalatha', 'ثلاثة'],
    ['dhahab', 'ذهب'],
    ['tajdeed', 'تجديد'],
    ['tagdid', 'تجديد'],
    ['jawaz', 'جواز'],
    ['gawaz', 'جواز'],
    ['eskan', 'إسكان'],
  ])('%s may be %s', (latin, arabic) => {
    expect(latinSkeletons(latin)).toContain(skeletonOf(arabic));
  });

  test.each([
    ['fatoura', 'فكرة'],
    ['7saab', 'سحاب'],
    ['rasid', 'رشيد'],
    ['bita2a', 'بضاعة'],
    ['ta7wil', 'تعويل'],
    ['maw3ed', 'مواد'],
    ['shahada', 'سعادة'],
    ['5asm', 'حسم'],
    ['talab', 'طالع'],
    ['sarf', 'شرف'],
    ['qard', 'فرد'],
    ['dareeba', 'تدريب'],
    ['3onwan', 'أنواع'],
    ['shar7', 'سرح'],
    ['gharama', 'خرامة'],
    ['mudarris', 'مدير'],
    ['dhahab', 'سحب'],
    ['tajdeed', 'تشديد'],
    ['jawaz', 'جوار'],
    ['eskan', 'أسنان'],
  ])('%s is not %s', (latin, arabic) => {
    expect(latinSkeletons(latin)).not.toContain(skeletonOf(arabic));
  });

  test('writes a doubled consonant once, and no vowels', () => {
    expect(skeletonOf('مدرّس')).toBe('mdrs');
    expect(skeletonOf('ممنوع')).toBe('mn3');
    expect(skeletonOf('قهوة')).toBe('qh');
    expect(latinSkeletons('mumtaz')[0]).toBe('mtz');
  });

  test('reads a long word in a limited number of ways', () => {
    expect(latinSkeletons('gggzzzcccddd'.repeat(4)).length).toBeLessThanOrEqual(16);
  });

  test.each([
    ['elfatoura', 'فاتورة'],
    ['bel7esab', 'حساب'],
    ['bnsta3mel', 'استعمل'],
    ['hatekhsem', 'خصم'],
    ['byekhsem', 'خصم'],
    ['nkhallas', 'خلص'],
    ['raseedi', 'رصيد'],
    ['fatorty', 'فاتورة'],
    ['7sabkom', 'حساب'],
    ['dafa3nish', 'دفع'],
    ['talabat', 'طلب'],
    ['lelmatar', 'مطر'],
  ])('%s has %s in it', (latin, arabic) => {
    expect(arabiziSkeletons(latin)).toContain(skeletonOf(arabic));
  });

  test('gives no skeleton of fewer than three consonants', () => {
    expect(arabiziSkeletons('eh')).toEqual([]);
    expect(arabiziSkeletons('bab')).toEqual([]);
  });
});

describe('a question', () => {
  test.each([
    '3ayez arga3 el fatoora',
    'fein a2rab far3',
    'kam el rsoum 3la el ta7wil',
    'shlon agdar a8ayer el bag8a',
    'wesh lazem ajeeb ma3i',
    'bidi ghayyer kelmet el ser',
    'wach momken nbeddel la carte',
    'ch7al taman dyal livraison',
    'emta yewsal el talab',
    'momken ta2jeel el 2est',
    'mata yeftah el maktab 3andkom',
    'law sama7t el rasid b2a kam',
    'bghit nsift l flous',
    'ana 3andi moshkela fel 7esab',
    'el card da3et mni',
    '7abet a2addem 3ala shaqqa',
    'kif bfatte7 7sab jdid',
    'addeh tawsil la beirut w addesh byekhod wa2t',
    'wein a9rab faro3 lkom',
    'leh ma wasalni el kood',
    'shu el awra2 el matlouba',
    'kifach n3awed modpass',
    'ma7ad yred 3ala el jawwal',
    'estelam el talab men el far3 momken',
    'hal mumkin ulghi el 7ajz',
    'fi khasm lel tollab wala la2',
    'ezay a3mel account gedid',
    'wakteh byiftah el ma7al',
    'ma3endi fekra shno lazem adir',
    'bkam eshtrak el net el shahri',
    '3ayez refund',
    '3andkom massage',
    '3andak wifi',
    'mata zumba',
    'wen parking',
    'abi akallem mowazaf',
    'momken late checkout',
  ])('is Arabizi: %s', (question) => {
    expect(read(question)).toBe(true);
  });

  test.each([
    'how do I get a refund',
    'what time do you open on Friday',
    'my card was stolen, what now',
    'can I pay in 3 instalments',
    'how much is the fee for a transfer abroad',
    'is there a 24 hour hotline',
    'I lost my 2nd SIM',
    'do you deliver to Al Ain',
    'where is gate b2',
    'what does error e5 mean',
    'size m or l',
    'is 4g included in plan b2b',
    'can I bring my dog to the hotel',
    'el al flights to Rome',
    'ma degree fees',
    'reset wifi password',
    'open account online',
    'visa for the uk',
    'la carte menu',
    'how to fix h264 video',
    'h1n1 vaccine appointment',
    'mp3 player warranty',
    'law school admission',
    'men shoes size 42',
    'fin number on my tax bill',
    'is the la branch open',
    'the fee is on my bill',
    'bus to terminal 3',
    'who is the ceo',
    'b2b account',
    'p2p lending rates',
    'mp3 mp4 download',
    'when do i get my salary',
    'kam air flight status',
    'mata hari museum tickets for two',
    'wen kann ich anrufen',
    'wen muss ich bei einem schaden informieren',
    'law of contract',
    'fama awards',
  ])('is English: %s', (question) => {
    expect(read(question)).toBe(false);
  });

  test.each([
    'comment obtenir un remboursement',
    'quels sont les horaires d ouverture',
    'ma carte est perdue que faire',
    'combien coûte la livraison à domicile',
    'où se trouve la gare la plus proche',
    'je voudrais annuler ma commande',
    'le code de la carte bancaire est bloqué',
    'est-ce que la piscine est ouverte le dimanche',
    'il faut payer en 3 fois',
    'quel est le prix du billet',
    'la facture est trop élevée',
    'puis-je venir avec mon chien',
    'mon compte est bloqué',
    'le wifi ne marche pas',
    'à quelle heure ferme le magasin',
  ])('is French: %s', (question) => {
    expect(read(question)).toBe(false);
  });

  test('is not Arabizi where the passages asked have its words', () => {
    const indexed = new Set(['re3aya', 'kafalat']);
    const isArabiziOver = (isIndexed: (word: string) => boolean) =>
      isArabizi(['re3aya', 'kafalat', 'plan', 'kam'], isIndexed);
    expect(isArabiziOver(() => false)).toBe(true);
    expect(isArabiziOver((word) => indexed.has(word))).toBe(false);
  });

  test('in Arabizi is not compared by its letters', () => {
    expect(analyseQuestion('3ayez arga3 el fatoora').words).toEqual([]);
    expect(analyseQuestion('return the invoice').words).toEqual(['return', 'invoice']);
  });

  test('of several languages leaves out words that only ask in Arabizi', () => {
    const { terms } = analyseQuestion('3ayez a refund for my order and the bill');
    expect(terms.map(({ word }) => word)).toEqual(['refund', 'order', 'bill']);
  });

  test('in Arabizi is searched by the concepts and consonants of its words', () => {
    const { terms, dropped } = analyseQuestion('3ayez arga3 el fatoora');
    expect(dropped.map(({ word }) => word)).toEqual(['3ayez', 'el']);
    const alternatives = terms.find(({ word }) => word === 'fatoora')?.alternatives ?? [];
    expect(alternatives.flatMap(({ concept }) => concept ?? [])).toContain('invoice');
    expect(alternatives.flatMap(({ skeleton }) => skeleton ?? [])).toContain(skeletonOf('فاتورة'));
  });
});

/** A document, and a newer document of another unit with another number. */
export interface Planted {
  name: string;
  older: readonly [title: string, text: string];
  newer: readonly [title: string, text: string];
}

const table = (...rows: string[]): string =>
  [rows[0], rows[0]?.replace(/[^|]+/g, '---'), ...rows.slice(1)].join('\n');

/** Ten in Arabic and ten in English, half of them in tables, as two documents of a company come to differ. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'rate of a table at one address',
    older: [
      'صفحة العوائد',
      `# العوائد\n\n${table('| المنتج | العائد |', '| شهادات الادخار | 4.25 % |', '| حساب التوفير | 2 % |')}`,
    ],
    newer: [
      'موقع المساعدة',
      `# العوائد\n\n${table('| المنتج | العائد |', '| شهادات الادخار | ٥٫٧٥ % |', '| حساب التوفير | ٢ % |')}`,
    ],
  },
  {
    name: 'days to return, with another plural',
    older: [
      'سياسة الإرجاع',
      '# الإرجاع\n\n## مهلة الإرجاع\n\nيحق للعميل إرجاع المنتج خلال 7 أيام من تاريخ استلام الطلب.',
    ],
    newer: [
      'أسئلة المتجر',
      '# أسئلة شائعة\n\n## مهلة الإرجاع\n\nيحق للعميل إرجاع المنتج خلال ١٤ يومًا من تاريخ استلام الطلب.',
    ],
  },
  {
    name: 'fee of a service in a tariff of another month',
    older: [
      'تعرفة مايو',
      `## خدمات البطاقات\n\n${table('| الخدمة | الرسوم |', '| استبدال بطاقة مفقودة | 50 ريالاً |', '| كشف حساب | 10 ريالات |')}`,
    ],
    newer: [
      'تعرفة يونيو',
      `## خدمات البطاقات\n\n${table('| الخدمة | الرسوم |', '| استبدال بطاقة مفقودة | ٧٥ ريالًا |', '| كشف حساب | 10 ريالات |')}`,
    ],
  },
  {
    name: 'hours of a line of text',
    older: ['دليل الفروع', '## فرع الملك فهد\n\nساعات العمل: من 8 صباحاً حتى 2 ظهراً، من الأحد إلى الخميس.'],
    newer: ['إعلان الفروع', '## فرع الملك فهد\n\nساعات العمل: من 9 صباحًا حتى 2 ظهرًا، من الأحد إلى الخميس.'],
  },
  {
    name: 'limit in a sentence',
    older: [
      'شروط البطاقة',
      '# البطاقة الذهبية\n\n## السحب النقدي\n\nالحد الأعلى للسحب النقدي اليومي هو 5,000 ريال من أجهزة الصراف.',
    ],
    newer: [
      'دليل الموظف',
      '# دليل الموظف\n\n## السحب النقدي\n\nالحد الأعلى للسحب النقدي اليومي هو ٧٬٥٠٠ ريال من أجهزة الصراف.',
    ],
  },
  {
    name: 'percentage in a list',
    older: [
      'خصومات المدارس',
      '## الخصومات\n\n- يحصل الأخ الثاني على خصم 10% من الرسوم الدراسية.\n- لا خصم على النقل.',
    ],
    newer: [
      'القبول والتسجيل',
      '## الخصومات\n\n- يحصل الأخ الثاني على خصم 15% من الرسوم الدراسية.\n- يُدفع القسط مقدمًا.',
    ],
  },
  {
    name: 'visa in a table with a further column',
    older: [
      'رسوم التأشيرات',
      `## التأشيرات\n\n${table('| التأشيرة | المدة | الرسم |', '| زيارة عائلية | سنة واحدة | 200 ريال |', '| عمل | سنتان | 2,000 ريال |')}`,
    ],
    newer: [
      'دليل السفر',
      `## التأشيرات\n\n${table('| التأشيرة | المدة | الرسم |', '| زيارة عائلية | سنة واحدة | 300 ريال |', '| عمل | سنتان | 2,000 ريال |')}`,
    ],
  },
  {
    name: 'warranty with months and no headings',
    older: ['الضمان القديم', 'يشمل الضمان عيوب التصنيع لمدة 12 شهرًا من تاريخ الشراء ولا يشمل سوء الاستخدام.'],
    newer: ['بطاقة الضمان', 'يشمل الضمان عيوب التصنيع لمدة 24 شهرًا من تاريخ الشراء ولا يشمل سوء الاستخدام.'],
  },
  {
    name: 'telephone of a labelled line',
    older: ['اتصل بنا', '## خدمة العملاء\n\nهاتف البلاغات: 800 244 1010'],
    newer: ['الدليل', '## خدمة العملاء\n\nهاتف البلاغات: 800 244 2020'],
  },
  {
    name: 'twice in one unit',
    older: ['الباقات', '## باقة شباب\n\nتشمل الباقة 40 GB من الإنترنت في كل دورة فوترة.'],
    newer: ['العروض', '## باقة شباب\n\nتشمل الباقة 60 GB من الإنترنت في كل دورة فوترة.'],
  },
  {
    name: 'price of a plan in a table',
    older: [
      'Pricing 2024',
      `# Plans\n\n${table('| Plan | Price per month | Agents |', '| Starter | $12 | 3 |', '| Team | $29 | 10 |')}`,
    ],
    newer: [
      'Pricing',
      `# Plans\n\n${table('| Plan | Price per month | Agents |', '| Starter | $15 | 3 |', '| Team | $29 | 10 |')}`,
    ],
  },
  {
    name: 'days of a refund',
    older: [
      'Refund policy',
      '# Refunds\n\nRefunds are paid back to the original card within 5 business days.',
    ],
    newer: [
      'Help centre',
      '# Help centre\n\n## Refunds\n\nRefunds are paid back to the original card within 10 business days.',
    ],
  },
  {
    name: 'list item with a label',
    older: ['Add-ons', '## Add-ons\n\n- Extra storage: $8 a month for each 50 GB.\n- Sandbox: free.'],
    newer: ['Sales sheet', '## Add-ons\n\n- Extra storage: $10 a month for each 50 GB.\n- Sandbox: free.'],
  },
  {
    name: 'deductible of a policy',
    older: [
      'Motor policy',
      `## Own damage\n\n${table('| Driver | Deductible |', '| Under 25 years | AED 1,500 |', '| All others | AED 750 |')}`,
    ],
    newer: [
      'Motor policy leaflet',
      `## Own damage\n\n${table('| Driver | Deductible |', '| Under 25 years | AED 2,000 |', '| All others | AED 750 |')}`,
    ],
  },
  {
    name: 'notice period in prose',
    older: [
      'Staff handbook',
      '# Staff handbook\n\n## Leaving the company\n\nEmployees must give at least 30 days of notice in writing.',
    ],
    newer: [
      'Offer letter',
      '## Leaving the company\n\nEmployees must give at least 60 days of notice in writing.',
    ],
  },
  {
    name: 'page with a general heading',
    older: [
      'Card page',
      `# Fees\n\n${table('| Item | Fee |', '| Foreign currency purchase | 2.5% |', '| Late payment | 100 SAR |')}`,
    ],
    newer: [
      'Card leaflet',
      `# Fees and charges\n\n${table('| Item | Fee |', '| Foreign currency purchase | 2.75% |', '| Late payment | 100 SAR |')}`,
    ],
  },
  {
    name: 'opening time of a sentence',
    older: [
      'Library',
      '## Visiting us\n\nThe reading room opens at 8:30 on weekdays and is closed on Fridays.',
    ],
    newer: [
      'Campus guide',
      '## Visiting us\n\nThe reading room opens at 9:00 on weekdays and is closed on Fridays.',
    ],
  },
  {
    name: 'one figure of several',
    older: ['Uploads', '## Attachments\n\nYou can attach up to 10 files of at most 25 MB each to a ticket.'],
    newer: [
      'API limits',
      '## Attachments\n\nYou can attach up to 10 files of at most 40 MB each to a ticket.',
    ],
  },
  {
    name: 'other wording of the row',
    older: [
      'Rates',
      `## Deposits\n\n${table('| Product | Rate |', '| Savings certificate (3 years) | 4.25% |')}`,
    ],
    newer: [
      'Rates of June',
      `## Deposits\n\n${table('| Product | Rate |', '| Savings certificates (3 years) | 5.75% |')}`,
    ],
  },
  {
    name: 'said in other words',
    older: ['Delivery', '## Delivery\n\nDelivery inside the city takes 2 days.'],
    newer: ['Delivery news', '## Delivery\n\nWithin the city we now deliver in 1 day.'],
  },
];

/** Documents that are alike and do not contradict each other. */
export const HONEST: readonly (readonly [title: string, text: string])[] = [
  ['Gold card', '# Gold card\n\n## Fees\n\nThe annual fee of the card is 300 SAR for the first year.'],
  [
    'Platinum card',
    '# Platinum card\n\n## Fees\n\nThe annual fee of the card is 600 SAR for the first year.',
  ],
  [
    'فرع الرياض',
    '# فرع الرياض\n\n## أوقات الدوام\n\nيفتح الفرع أبوابه من 8 صباحًا حتى 2 ظهرًا في أيام الأسبوع.',
  ],
  ['فرع جدة', '# فرع جدة\n\n## أوقات الدوام\n\nيفتح الفرع أبوابه من 9 صباحًا حتى 3 ظهرًا في أيام الأسبوع.'],
  ['Report 2023', '# Annual report 2023\n\n## Revenue\n\nTotal revenue of the group was 4.5 million riyals.'],
  ['Report 2024', '# Annual report 2024\n\n## Revenue\n\nTotal revenue of the group was 5.1 million riyals.'],
  [
    'Steps of A',
    '## Signing in\n\nStep 1: open the page of the service. See page 4 of the guide.\n\nLast updated: 1 March 2025',
  ],
  [
    'Steps of B',
    '## Signing in\n\nStep 2: open the page of the service. See page 7 of the guide.\n\nLast updated: 3 May 2025',
  ],
  [
    'سجل الأعطال',
    '## الأعطال\n\nتوقفت الخدمة لمدة 5 دقائق ثم عادت.\n\nتوقفت الخدمة لمدة 9 دقائق ثم عادت.\n\nتوقفت الخدمة لمدة 12 دقيقة ثم عادت.',
  ],
  ['Fees 2024', '## Tuition in 2024\n\nTuition for one year of study is 20,000 riyals.'],
  ['Fees 2025', '## Tuition in 2025\n\nTuition for one year of study is 22,000 riyals.'],
];
